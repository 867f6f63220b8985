// A small slave on a CSB, and inputs that make it misbehave.
`timescale 1ns/1ps
module csb_slave #(
    parameter int LATENCY = 5,
    parameter int WORDS = 64
) (
    input  logic        clk,
    input  logic        rst_n,
    input  logic        csb_valid,
    output logic        csb_ready,
    input  logic [15:0] csb_addr,
    input  logic [31:0] csb_wdat,
    input  logic        csb_write,
    input  logic        csb_nposted,
    output logic        csb_rvalid,
    output logic [31:0] csb_rdata,
    output logic        csb_wr_complete,
    // faults
    input  logic        stall,           // never ready
    input  logic        mute,            // requests are taken and not answered
    input  logic        stray_read,      // a read answer out of nothing
    input  logic        stray_complete,  // a write answer out of nothing
    input  logic        unknown_valid,   // X on the read valid
    input  logic        unknown_data     // X in read data
);
    logic [31:0] words [WORDS];
    logic [LATENCY-1:0] read_due, write_due;
    logic [31:0] data_due [LATENCY];
    logic taken;
    integer i;

    assign csb_ready = !stall;
    assign taken = csb_valid && csb_ready;
    assign csb_rvalid = unknown_valid ? 1'bx : (read_due[LATENCY-1] || stray_read);
    assign csb_rdata = unknown_data ? {data_due[LATENCY-1][31:4], 4'bx} : data_due[LATENCY-1];
    assign csb_wr_complete = write_due[LATENCY-1] || stray_complete;

    always @(posedge clk or negedge rst_n) begin
        if (!rst_n) begin
            read_due <= '0;
            write_due <= '0;
            for (i = 0; i < LATENCY; i = i + 1) data_due[i] <= '0;
            for (i = 0; i < WORDS; i = i + 1) words[i] <= '0;
        end else begin
            read_due <= {read_due[LATENCY-2:0], taken && !csb_write && !mute};
            write_due <= {write_due[LATENCY-2:0], taken && csb_write && csb_nposted && !mute};
            data_due[0] <= words[32'(csb_addr) % WORDS];
            for (i = 1; i < LATENCY; i = i + 1) data_due[i] <= data_due[i-1];
            if (taken && csb_write) words[32'(csb_addr) % WORDS] <= csb_wdat;
        end
    end
endmodule
