// A small CSB slave with two ping-pong groups: the registers of tests/unit/nvdla/by_example/ral/small_map.py.
`timescale 1ns/1ps
module grouped_slave #(
    parameter int LATENCY = 4
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

    assign csb2nvdla_ready = 1'b1;
    assign nvdla2csb_valid = read_due[LATENCY-1];
    assign nvdla2csb_data = data_due[LATENCY-1] ^ {31'b0, flip_data};
    assign nvdla2csb_wr_complete = write_due[LATENCY-1];

    always_comb begin
        case (csb2nvdla_addr)
            16'h400: read_word = {24'b0, control};
            16'h401: read_word = {31'b0, producer};
            16'h402: read_word = 32'h31;
            16'h404: read_word = {31'b0, enable[producer]};
            16'h405: read_word = {16'b0, size[producer]};
            16'h406: read_word = {24'b0, size[producer][7:0] + 8'd1};
            default: read_word = '0;
        endcase
    end

    always @(posedge dla_csb_clk or negedge dla_reset_rstn) begin
        if (!dla_reset_rstn) begin
            control <= 8'h5;
            producer <= 1'b0;
            enable <= 2'b0;
            size[0] <= 16'h1;
            size[1] <= 16'h1;
            read_due <= '0;
            write_due <= '0;
            for (i = 0; i < LATENCY; i = i + 1) data_due[i] <= '0;
        end else begin
            read_due <= {read_due[LATENCY-2:0], csb2nvdla_valid && !csb2nvdla_write && !mute};
            write_due <= {write_due[LATENCY-2:0], csb2nvdla_valid && csb2nvdla_write && csb2nvdla_nposted && !mute};
            data_due[0] <= read_word;
            for (i = 1; i < LATENCY; i = i + 1) data_due[i] <= data_due[i-1];
            enable <= enable & ~finish;
            if (csb2nvdla_valid && csb2nvdla_write) begin
                case (csb2nvdla_addr)
                    16'h400: control <= csb2nvdla_wdat[7:0];
                    16'h401: producer <= csb2nvdla_wdat[0];
                    16'h404: if (!enable[producer]) enable[producer] <= csb2nvdla_wdat[0];
                    16'h405: if (!enable[producer]) size[producer] <= csb2nvdla_wdat[15:0];
                    default: ;
                endcase
            end
        end
    end
endmodule
