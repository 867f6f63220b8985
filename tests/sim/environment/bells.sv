// A device without memory: two notes, and bells that software rings by itself, on two interrupt lines.
`timescale 1ns/1ps
module bells (
    input  logic        clk,
    input  logic        rst_n,
    input  logic        s_axi_awvalid,
    output logic        s_axi_awready,
    input  logic [15:0] s_axi_awaddr,
    input  logic        s_axi_wvalid,
    output logic        s_axi_wready,
    input  logic [31:0] s_axi_wdata,
    input  logic [3:0]  s_axi_wstrb,
    output logic        s_axi_bvalid,
    input  logic        s_axi_bready,
    output logic [1:0]  s_axi_bresp,
    input  logic        s_axi_arvalid,
    output logic        s_axi_arready,
    input  logic [15:0] s_axi_araddr,
    output logic        s_axi_rvalid,
    input  logic        s_axi_rready,
    output logic [31:0] s_axi_rdata,
    output logic [1:0]  s_axi_rresp,
    output logic        bell_low,
    output logic        bell_high,
    // faults
    input  logic        swap,  // each line rings for the other
    input  logic        forget // the second note keeps half of what is written
);
    localparam logic [15:0] FIRST = 16'h000, SECOND = 16'h004, STATUS = 16'h100, MASK = 16'h104, SET = 16'h108;

    logic [31:0] first, second;
    logic [2:0]  status, mask, ringing;
    logic        written;

    assign written = s_axi_awvalid && s_axi_wvalid && !s_axi_bvalid;
    assign s_axi_awready = written;
    assign s_axi_wready = written;
    assign s_axi_arready = s_axi_arvalid && !s_axi_rvalid;
    assign s_axi_bresp = 2'd0;
    assign s_axi_rresp = 2'd0;
    assign ringing = status & ~mask;

    always @(posedge clk or negedge rst_n) begin
        if (!rst_n) begin
            {s_axi_bvalid, s_axi_rvalid} <= 0;
            s_axi_rdata <= 0;
            {first, second} <= 0;
            {status, mask} <= 0;
            {bell_low, bell_high} <= 0;
        end else begin
            s_axi_bvalid <= written || s_axi_bvalid && !s_axi_bready;
            s_axi_rvalid <= s_axi_arvalid && s_axi_arready || s_axi_rvalid && !s_axi_rready;
            if (written && s_axi_wstrb == 4'hF) begin
                case (s_axi_awaddr)
                    FIRST: first <= s_axi_wdata;
                    SECOND: second <= forget ? s_axi_wdata & 32'h0000_FFFF : s_axi_wdata;
                    STATUS: status <= status & ~s_axi_wdata[2:0];
                    MASK: mask <= s_axi_wdata[2:0];
                    SET: status <= status | s_axi_wdata[2:0];
                    default: ;
                endcase
            end
            if (s_axi_arvalid && s_axi_arready) begin
                case (s_axi_araddr)
                    FIRST: s_axi_rdata <= first;
                    SECOND: s_axi_rdata <= second;
                    STATUS: s_axi_rdata <= 32'(status);
                    MASK: s_axi_rdata <= 32'(mask);
                    default: s_axi_rdata <= 0;
                endcase
            end
            bell_low <= swap ? ringing[2] : |ringing[1:0];
            bell_high <= swap ? |ringing[1:0] : ringing[2];
        end
    end
endmodule
