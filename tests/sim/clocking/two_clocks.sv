// Clocks, resets, static inputs and an interrupt pin.
`timescale 1ns/1ps
module two_clocks (
    input  logic       clk_a,
    input  logic       clk_b,
    input  logic       rst_n,
    input  logic       rst_h,
    input  logic [7:0] constant,
    input  logic       cause,
    input  logic       unknown_intr,
    output logic       intr,
    output logic [7:0] held,
    output logic [7:0] count_a,
    output logic       upper_half, // of what count_a counts: it changes seldom
    output logic [7:0] count_b,
    output logic [7:0] behind,     // count_a as clk_b sees it: one behind where both clocks rise together
    output logic [7:0] gated       // its clock stands while the reset is there
);
    assign held = constant;
    assign upper_half = count_a[7];
    assign intr = unknown_intr ? 1'bx : cause;

    always @(posedge clk_a or negedge rst_n)
        if (!rst_n) count_a <= '0;
        else count_a <= count_a + 8'd1;

    wire clk_gated = clk_a & rst_n;
    always @(posedge clk_gated or negedge rst_n)
        if (!rst_n) gated <= 8'h5A;

    always @(posedge clk_b or posedge rst_h)
        if (rst_h) begin
            count_b <= '0;
            behind <= '0;
        end else begin
            count_b <= count_b + 8'd1;
            behind <= count_a;
        end
endmodule
