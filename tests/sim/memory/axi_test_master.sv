// A memory port's master for tests of the memory agent: the bench queues requests and data, this sends them.
// Whatever is queued goes out as it is, illegal bursts too. The `break_*` and `unknown_valid` inputs spoil pins.

`timescale 1ns / 1ps

module axi_test_master #(
    parameter integer DATA_BYTES = 64,
    parameter integer ID_BITS = 8,
    parameter integer LEN_BITS = 4,
    parameter integer DEPTH = 4096
) (
    input  wire clk,
    input  wire rst_n,

    // Queued by the bench, one of each a clock.
    input  wire push_aw,
    input  wire push_w,
    input  wire push_ar,
    input  wire [ID_BITS+LEN_BITS+63:0] push_aw_request,  // {id, len, address}
    input  wire [9*DATA_BYTES:0] push_w_beat,  // {last, strobe, data}
    input  wire [ID_BITS+LEN_BITS+63:0] push_ar_request,

    // A channel sends what is queued while its bit is set: {ar, w, aw}.
    input  wire [2:0] send,
    // Ready of {r, b}: 0 low, 1 high, by a pseudo-random sequence while `throttle` is set.
    input  wire [1:0] accept,
    input  wire throttle,
    // Faults on {ar, w, aw}.
    input  wire [2:0] break_payload,
    input  wire [2:0] break_valid,
    input  wire [2:0] unknown_valid,

    output wire mem_aw_awvalid,
    input  wire mem_aw_awready,
    output wire [ID_BITS-1:0] mem_aw_awid,
    output wire [LEN_BITS-1:0] mem_aw_awlen,
    output wire [63:0] mem_aw_awaddr,
    output wire mem_w_wvalid,
    input  wire mem_w_wready,
    output wire [8*DATA_BYTES-1:0] mem_w_wdata,
    output wire [DATA_BYTES-1:0] mem_w_wstrb,
    output wire mem_w_wlast,
    input  wire mem_b_bvalid,
    output wire mem_b_bready,
    input  wire [ID_BITS-1:0] mem_b_bid,
    output wire mem_ar_arvalid,
    input  wire mem_ar_arready,
    output wire [ID_BITS-1:0] mem_ar_arid,
    output wire [LEN_BITS-1:0] mem_ar_arlen,
    output wire [63:0] mem_ar_araddr,
    input  wire mem_r_rvalid,
    output wire mem_r_rready,
    input  wire [ID_BITS-1:0] mem_r_rid,
    input  wire mem_r_rlast,
    input  wire [8*DATA_BYTES-1:0] mem_r_rdata,

    output reg [31:0] responses,
    output reg [31:0] read_beats
);
    reg [ID_BITS+LEN_BITS+63:0] aw_queue [0:DEPTH-1];
    reg [9*DATA_BYTES:0] w_queue [0:DEPTH-1];
    reg [ID_BITS+LEN_BITS+63:0] ar_queue [0:DEPTH-1];
    // What the master got, for the bench to read at the end: {rid, rlast, rdata}.
    reg [ID_BITS+8*DATA_BYTES:0] received [0:DEPTH-1];
    integer aw_in, aw_out, w_in, w_out, ar_in, ar_out;
    reg [15:0] shuffle;

    wire aw_have = aw_in != aw_out;
    wire w_have = w_in != w_out;
    wire ar_have = ar_in != ar_out;
    reg [2:0] offering;  // once offered, a request stays, whatever `send` says

    wire [2:0] valid = {ar_have, w_have, aw_have} & (send | offering) & ~break_valid;
    assign mem_aw_awvalid = unknown_valid[0] ? 1'bx : valid[0];
    assign mem_w_wvalid = unknown_valid[1] ? 1'bx : valid[1];
    assign mem_ar_arvalid = unknown_valid[2] ? 1'bx : valid[2];

    wire [63:0] aw_spoiled = break_payload[0] ? 64'd64 : 64'd0;
    wire [8*DATA_BYTES-1:0] w_spoiled = break_payload[1] ? 1 : 0;
    wire [63:0] ar_spoiled = break_payload[2] ? 64'd64 : 64'd0;
    wire [ID_BITS+LEN_BITS+63:0] aw_head = aw_queue[aw_out];
    wire [9*DATA_BYTES:0] w_head = w_queue[w_out];
    wire [ID_BITS+LEN_BITS+63:0] ar_head = ar_queue[ar_out];
    assign mem_aw_awid = aw_head[LEN_BITS+64 +: ID_BITS];
    assign mem_aw_awlen = aw_head[64 +: LEN_BITS];
    assign mem_aw_awaddr = aw_head[63:0] ^ aw_spoiled;
    assign mem_w_wlast = w_head[9*DATA_BYTES];
    assign mem_w_wstrb = w_head[8*DATA_BYTES +: DATA_BYTES];
    assign mem_w_wdata = w_head[8*DATA_BYTES-1:0] ^ w_spoiled;
    assign mem_ar_arid = ar_head[LEN_BITS+64 +: ID_BITS];
    assign mem_ar_arlen = ar_head[64 +: LEN_BITS];
    assign mem_ar_araddr = ar_head[63:0] ^ ar_spoiled;

    assign mem_b_bready = accept[0] & (~throttle | shuffle[0]);
    assign mem_r_rready = accept[1] & (~throttle | shuffle[3]);

    wire aw_go = valid[0] & mem_aw_awready;
    wire w_go = valid[1] & mem_w_wready;
    wire ar_go = valid[2] & mem_ar_arready;

    always @(posedge clk or negedge rst_n) begin
        if (!rst_n) begin
            aw_in <= 0; aw_out <= 0; w_in <= 0; w_out <= 0; ar_in <= 0; ar_out <= 0;
            responses <= 0; read_beats <= 0; offering <= 0; shuffle <= 16'hace1;
        end else begin
            if (push_aw) begin aw_queue[aw_in] <= push_aw_request; aw_in <= aw_in + 1; end
            if (push_w) begin w_queue[w_in] <= push_w_beat; w_in <= w_in + 1; end
            if (push_ar) begin ar_queue[ar_in] <= push_ar_request; ar_in <= ar_in + 1; end
            if (aw_go) aw_out <= aw_out + 1;
            if (w_go) w_out <= w_out + 1;
            if (ar_go) ar_out <= ar_out + 1;
            offering <= valid & ~{ar_go, w_go, aw_go};
            if (mem_b_bvalid & mem_b_bready) responses <= responses + 1;
            if (mem_r_rvalid & mem_r_rready) begin
                received[read_beats] <= {mem_r_rid, mem_r_rlast, mem_r_rdata};
                read_beats <= read_beats + 1;
            end
            shuffle <= {shuffle[14:0], shuffle[15] ^ shuffle[13] ^ shuffle[12] ^ shuffle[10]};
        end
    end
endmodule
