// A small CSB slave with two ping-pong groups: the registers of tests/unit/ral/small_map.py.
`timescale 1ns/1ps
module grouped_slave #(
    parameter int LATENCY = 4
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
    input  logic [1:0]  finish,     // the layer of a group is done
    input  logic        mute,       // fault: requests are taken and not answered
    input  logic        flip_data   // fault: a wrong bit in read data
);
    logic [7:0] control;
    logic producer;
    logic [1:0] enable;
    logic [15:0] size [2];
    logic [31:0] read_word;
    logic [LATENCY-1:0] read_due, write_due;
    logic [31:0] data_due [LATENCY];
    integer i;

    assign csb_ready = 1'b1;
    assign csb_rvalid = read_due[LATENCY-1];
    assign csb_rdata = data_due[LATENCY-1] ^ {31'b0, flip_data};
    assign csb_wr_complete = write_due[LATENCY-1];

    always_comb begin
        case (csb_addr)
            16'h400: read_word = {24'b0, control};
            16'h401: read_word = {31'b0, producer};
            16'h402: read_word = 32'h31;
            16'h404: read_word = {31'b0, enable[producer]};
            16'h405: read_word = {16'b0, size[producer]};
            16'h406: read_word = {24'b0, size[producer][7:0] + 8'd1};
            default: read_word = '0;
        endcase
    end

    always @(posedge clk or negedge rst_n) begin
        if (!rst_n) begin
            control <= 8'h5;
            producer <= 1'b0;
            enable <= 2'b0;
            size[0] <= 16'h1;
            size[1] <= 16'h1;
            read_due <= '0;
            write_due <= '0;
            for (i = 0; i < LATENCY; i = i + 1) data_due[i] <= '0;
        end else begin
            read_due <= {read_due[LATENCY-2:0], csb_valid && !csb_write && !mute};
            write_due <= {write_due[LATENCY-2:0], csb_valid && csb_write && csb_nposted && !mute};
            data_due[0] <= read_word;
            for (i = 1; i < LATENCY; i = i + 1) data_due[i] <= data_due[i-1];
            enable <= enable & ~finish;
            if (csb_valid && csb_write) begin
                case (csb_addr)
                    16'h400: control <= csb_wdat[7:0];
                    16'h401: producer <= csb_wdat[0];
                    16'h404: if (!enable[producer]) enable[producer] <= csb_wdat[0];
                    16'h405: if (!enable[producer]) size[producer] <= csb_wdat[15:0];
                    default: ;
                endcase
            end
        end
    end
endmodule
