// A small CSB slave with the real part's pin names, and inputs that make it misbehave.
`timescale 1ns/1ps
module csb_slave #(
    parameter int LATENCY = 5,
    parameter int WORDS = 64
) (
    input  logic        dla_csb_clk,
    input  logic        dla_reset_rstn,
    input  logic        csb2nvdla_valid,
    output logic        csb2nvdla_ready,
    input  logic [15:0] csb2nvdla_addr,
    input  logic [31:0] csb2nvdla_wdat,
    input  logic        csb2nvdla_write,
    input  logic        csb2nvdla_nposted,
    output logic        nvdla2csb_valid,
    output logic [31:0] nvdla2csb_data,
    output logic        nvdla2csb_wr_complete,
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

    assign csb2nvdla_ready = !stall;
    assign taken = csb2nvdla_valid && csb2nvdla_ready;
    assign nvdla2csb_valid = unknown_valid ? 1'bx : (read_due[LATENCY-1] || stray_read);
    assign nvdla2csb_data = unknown_data ? {data_due[LATENCY-1][31:4], 4'bx} : data_due[LATENCY-1];
    assign nvdla2csb_wr_complete = write_due[LATENCY-1] || stray_complete;

    always @(posedge dla_csb_clk or negedge dla_reset_rstn) begin
        if (!dla_reset_rstn) begin
            read_due <= '0;
            write_due <= '0;
            for (i = 0; i < LATENCY; i = i + 1) data_due[i] <= '0;
            for (i = 0; i < WORDS; i = i + 1) words[i] <= '0;
        end else begin
            read_due <= {read_due[LATENCY-2:0], taken && !csb2nvdla_write && !mute};
            write_due <= {write_due[LATENCY-2:0], taken && csb2nvdla_write && csb2nvdla_nposted && !mute};
            data_due[0] <= words[32'(csb2nvdla_addr) % WORDS];
            for (i = 1; i < LATENCY; i = i + 1) data_due[i] <= data_due[i-1];
            if (taken && csb2nvdla_write) words[32'(csb2nvdla_addr) % WORDS] <= csb2nvdla_wdat;
        end
    end
endmodule
