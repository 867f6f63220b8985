// NV_nvdla with faults to order, between its pins and the bench: proves that each checker bites.
//
// `fault` chooses one, `fault_at` when: it strikes on that transfer (counted from 0 of its channel on the DBB), once. The bench writes both.

module nvdla_faulty (
    input  wire dla_core_clk,
    input  wire dla_csb_clk,
    input  wire dla_reset_rstn,
    input  wire direct_reset_,
    input  wire global_clk_ovr_on,
    input  wire tmc2slcg_disable_clock_gating,
    input  wire test_mode,
    input  wire [31:0] nvdla_pwrbus_ram_c_pd,
    input  wire [31:0] nvdla_pwrbus_ram_ma_pd,
    input  wire [31:0] nvdla_pwrbus_ram_mb_pd,
    input  wire [31:0] nvdla_pwrbus_ram_p_pd,
    input  wire [31:0] nvdla_pwrbus_ram_o_pd,
    input  wire [31:0] nvdla_pwrbus_ram_a_pd,
    input  wire csb2nvdla_valid,
    output wire csb2nvdla_ready,
    input  wire [15:0] csb2nvdla_addr,
    input  wire [31:0] csb2nvdla_wdat,
    input  wire csb2nvdla_write,
    input  wire csb2nvdla_nposted,
    output wire nvdla2csb_valid,
    output wire [31:0] nvdla2csb_data,
    output wire nvdla2csb_wr_complete,
    output wire nvdla_core2dbb_aw_awvalid,
    input  wire nvdla_core2dbb_aw_awready,
    output wire [7:0] nvdla_core2dbb_aw_awid,
    output wire [3:0] nvdla_core2dbb_aw_awlen,
    output wire [63:0] nvdla_core2dbb_aw_awaddr,
    output wire nvdla_core2dbb_w_wvalid,
    input  wire nvdla_core2dbb_w_wready,
    output wire [511:0] nvdla_core2dbb_w_wdata,
    output wire [63:0] nvdla_core2dbb_w_wstrb,
    output wire nvdla_core2dbb_w_wlast,
    input  wire nvdla_core2dbb_b_bvalid,
    output wire nvdla_core2dbb_b_bready,
    input  wire [7:0] nvdla_core2dbb_b_bid,
    output wire nvdla_core2dbb_ar_arvalid,
    input  wire nvdla_core2dbb_ar_arready,
    output wire [7:0] nvdla_core2dbb_ar_arid,
    output wire [3:0] nvdla_core2dbb_ar_arlen,
    output wire [63:0] nvdla_core2dbb_ar_araddr,
    input  wire nvdla_core2dbb_r_rvalid,
    output wire nvdla_core2dbb_r_rready,
    input  wire [7:0] nvdla_core2dbb_r_rid,
    input  wire nvdla_core2dbb_r_rlast,
    input  wire [511:0] nvdla_core2dbb_r_rdata,
    output wire nvdla_core2cvsram_aw_awvalid,
    input  wire nvdla_core2cvsram_aw_awready,
    output wire [7:0] nvdla_core2cvsram_aw_awid,
    output wire [3:0] nvdla_core2cvsram_aw_awlen,
    output wire [63:0] nvdla_core2cvsram_aw_awaddr,
    output wire nvdla_core2cvsram_w_wvalid,
    input  wire nvdla_core2cvsram_w_wready,
    output wire [511:0] nvdla_core2cvsram_w_wdata,
    output wire [63:0] nvdla_core2cvsram_w_wstrb,
    output wire nvdla_core2cvsram_w_wlast,
    input  wire nvdla_core2cvsram_b_bvalid,
    output wire nvdla_core2cvsram_b_bready,
    input  wire [7:0] nvdla_core2cvsram_b_bid,
    output wire nvdla_core2cvsram_ar_arvalid,
    input  wire nvdla_core2cvsram_ar_arready,
    output wire [7:0] nvdla_core2cvsram_ar_arid,
    output wire [3:0] nvdla_core2cvsram_ar_arlen,
    output wire [63:0] nvdla_core2cvsram_ar_araddr,
    input  wire nvdla_core2cvsram_r_rvalid,
    output wire nvdla_core2cvsram_r_rready,
    input  wire [7:0] nvdla_core2cvsram_r_rid,
    input  wire nvdla_core2cvsram_r_rlast,
    input  wire [511:0] nvdla_core2cvsram_r_rdata,
    output wire dla_intr
);

    // The faults; the bench knows them by these numbers.
    localparam [7:0] FLIPPED_BIT = 1;  // a data bit of a write beat
    localparam [7:0] STRAY_WRITE = 2;  // a write request goes elsewhere
    localparam [7:0] UNWRITTEN_BYTES = 3;  // a write beat loses its lower half
    localparam [7:0] PARTIAL_WRITE = 4;  // a write beat loses one strobe
    localparam [7:0] LOST_INTERRUPT = 5;  // the pin stays low
    localparam [7:0] EXTRA_INTERRUPT = 6;  // the pin is high
    localparam [7:0] WRONG_STATUS = 7;  // an answer with a wrong bit
    localparam [7:0] UNSTABLE_ADDRESS = 8;  // the address changes while it waits
    localparam [7:0] WRONG_LAST = 9;  // a write burst without an end
    localparam [7:0] STRAY_READ = 10;  // a read request goes elsewhere
    localparam [7:0] FOREIGN_ID = 11;  // a write request with an id of no unit
    localparam [7:0] UNKNOWN_CONTROL = 12;  // a valid that is X
    localparam [7:0] LOST_ANSWER = 13;  // a register read is not answered
    localparam [7:0] NO_WRITES = 14;  // write requests never leave: the device hangs
    localparam [7:0] LIVELOCK = 15;  // a read request is made again and again, and its data reach nobody
    localparam [7:0] LOST_BIT = 16;  // the pin stays low, and the status reads 0 from some read on

    reg [7:0] fault /* verilator public_flat_rw */;
    reg [31:0] fault_at /* verilator public_flat_rw */;
    initial begin
        fault = 0;
        fault_at = 0;
    end

    // How many transfers each channel has had.
    reg [31:0] aw_count, w_count, ar_count, answer_count;
    wire aw_taken = nvdla_core2dbb_aw_awvalid & nvdla_core2dbb_aw_awready;
    wire w_taken = nvdla_core2dbb_w_wvalid & nvdla_core2dbb_w_wready;
    wire ar_taken = nvdla_core2dbb_ar_arvalid & nvdla_core2dbb_ar_arready;
    always @(posedge dla_core_clk or negedge dla_reset_rstn)
        if (!dla_reset_rstn) begin
            aw_count <= 0;
            w_count <= 0;
            ar_count <= 0;
        end else begin
            if (aw_taken) aw_count <= aw_count + 1;
            if (w_taken) w_count <= w_count + 1;
            if (ar_taken) ar_count <= ar_count + 1;
        end
    always @(posedge dla_csb_clk or negedge dla_reset_rstn)
        if (!dla_reset_rstn) answer_count <= 0;
        else if (answer_valid) answer_count <= answer_count + 1;

    wire aw_strikes = aw_count == fault_at;
    wire w_strikes = w_count == fault_at;
    wire ar_strikes = ar_count == fault_at;
    wire answer_strikes = answer_count == fault_at;

    // An address that changes in every cycle in which it waits.
    reg wobble;
    always @(posedge dla_core_clk or negedge dla_reset_rstn)
        if (!dla_reset_rstn) wobble <= 0;
        else wobble <= nvdla_core2dbb_aw_awvalid & !nvdla_core2dbb_aw_awready & !wobble;

    // A read request that is made for ever
    reg [63:0] last_araddr;
    reg [7:0] last_arid;
    wire spins = fault == LIVELOCK && ar_count > fault_at;
    always @(posedge dla_core_clk)
        if (ar_taken & !spins) begin
            last_araddr <= araddr;
            last_arid <= arid;
        end

    wire awvalid, awready, arvalid, rready, intr, answer_valid, wlast;
    wire [63:0] awaddr, araddr, wstrb;
    wire [7:0] awid, arid;
    wire [3:0] arlen;
    wire [511:0] wdata;
    wire [31:0] answer;

    assign nvdla_core2dbb_aw_awvalid = fault == NO_WRITES ? 1'b0 : fault == UNKNOWN_CONTROL ? 1'bx : awvalid;
    assign awready = fault == NO_WRITES ? 1'b0 : nvdla_core2dbb_aw_awready;
    assign nvdla_core2dbb_aw_awaddr =
        fault == STRAY_WRITE && aw_strikes ? awaddr + 64'h0100_0000 :
        fault == UNSTABLE_ADDRESS && wobble ? awaddr ^ 64'h1000 : awaddr;
    assign nvdla_core2dbb_aw_awid = fault == FOREIGN_ID && aw_strikes ? 8'h7f : awid;
    assign nvdla_core2dbb_w_wdata = fault == FLIPPED_BIT && w_strikes ? wdata ^ {2{256'd1 << 77}} : wdata;
    assign nvdla_core2dbb_w_wstrb =
        fault == UNWRITTEN_BYTES && w_strikes ? wstrb & {32'hffff_ffff, 32'd0} :
        fault == PARTIAL_WRITE && w_strikes ? wstrb & ~64'h0000_0010_0000_0010 : wstrb;
    assign nvdla_core2dbb_w_wlast = wlast & ~(fault == WRONG_LAST && w_strikes);
    assign nvdla_core2dbb_ar_araddr =
        spins ? last_araddr : fault == STRAY_READ && ar_strikes ? araddr + 64'h0100_0000 : araddr;
    assign nvdla_core2dbb_ar_arid = spins ? last_arid : arid;
    assign nvdla_core2dbb_ar_arlen = spins ? 4'd0 : arlen;
    assign nvdla_core2dbb_ar_arvalid = arvalid | spins;
    assign nvdla_core2dbb_r_rready = rready | spins;
    assign dla_intr = fault == LOST_INTERRUPT || fault == LOST_BIT ? 1'b0 : fault == EXTRA_INTERRUPT ? 1'b1 : intr;
    assign nvdla2csb_valid = answer_valid & ~(fault == LOST_ANSWER && answer_strikes);
    assign nvdla2csb_data =
        fault == LOST_BIT && answer_count >= fault_at ? 32'h0 :
        fault == WRONG_STATUS && answer_strikes ? answer ^ 32'h1 : answer;

    NV_nvdla dut (
        .dla_core_clk(dla_core_clk),
        .dla_csb_clk(dla_csb_clk),
        .dla_reset_rstn(dla_reset_rstn),
        .direct_reset_(direct_reset_),
        .global_clk_ovr_on(global_clk_ovr_on),
        .tmc2slcg_disable_clock_gating(tmc2slcg_disable_clock_gating),
        .test_mode(test_mode),
        .nvdla_pwrbus_ram_c_pd(nvdla_pwrbus_ram_c_pd),
        .nvdla_pwrbus_ram_ma_pd(nvdla_pwrbus_ram_ma_pd),
        .nvdla_pwrbus_ram_mb_pd(nvdla_pwrbus_ram_mb_pd),
        .nvdla_pwrbus_ram_p_pd(nvdla_pwrbus_ram_p_pd),
        .nvdla_pwrbus_ram_o_pd(nvdla_pwrbus_ram_o_pd),
        .nvdla_pwrbus_ram_a_pd(nvdla_pwrbus_ram_a_pd),
        .csb2nvdla_valid(csb2nvdla_valid),
        .csb2nvdla_ready(csb2nvdla_ready),
        .csb2nvdla_addr(csb2nvdla_addr),
        .csb2nvdla_wdat(csb2nvdla_wdat),
        .csb2nvdla_write(csb2nvdla_write),
        .csb2nvdla_nposted(csb2nvdla_nposted),
        .nvdla2csb_valid(answer_valid),
        .nvdla2csb_data(answer),
        .nvdla2csb_wr_complete(nvdla2csb_wr_complete),
        .nvdla_core2dbb_aw_awvalid(awvalid),
        .nvdla_core2dbb_aw_awready(awready),
        .nvdla_core2dbb_aw_awid(awid),
        .nvdla_core2dbb_aw_awlen(nvdla_core2dbb_aw_awlen),
        .nvdla_core2dbb_aw_awaddr(awaddr),
        .nvdla_core2dbb_w_wvalid(nvdla_core2dbb_w_wvalid),
        .nvdla_core2dbb_w_wready(nvdla_core2dbb_w_wready),
        .nvdla_core2dbb_w_wdata(wdata),
        .nvdla_core2dbb_w_wstrb(wstrb),
        .nvdla_core2dbb_w_wlast(wlast),
        .nvdla_core2dbb_b_bvalid(nvdla_core2dbb_b_bvalid),
        .nvdla_core2dbb_b_bready(nvdla_core2dbb_b_bready),
        .nvdla_core2dbb_b_bid(nvdla_core2dbb_b_bid),
        .nvdla_core2dbb_ar_arvalid(arvalid),
        .nvdla_core2dbb_ar_arready(nvdla_core2dbb_ar_arready & !spins),
        .nvdla_core2dbb_ar_arid(arid),
        .nvdla_core2dbb_ar_arlen(arlen),
        .nvdla_core2dbb_ar_araddr(araddr),
        .nvdla_core2dbb_r_rvalid(nvdla_core2dbb_r_rvalid & !spins),
        .nvdla_core2dbb_r_rready(rready),
        .nvdla_core2dbb_r_rid(nvdla_core2dbb_r_rid),
        .nvdla_core2dbb_r_rlast(nvdla_core2dbb_r_rlast),
        .nvdla_core2dbb_r_rdata(nvdla_core2dbb_r_rdata),
        .nvdla_core2cvsram_aw_awvalid(nvdla_core2cvsram_aw_awvalid),
        .nvdla_core2cvsram_aw_awready(nvdla_core2cvsram_aw_awready),
        .nvdla_core2cvsram_aw_awid(nvdla_core2cvsram_aw_awid),
        .nvdla_core2cvsram_aw_awlen(nvdla_core2cvsram_aw_awlen),
        .nvdla_core2cvsram_aw_awaddr(nvdla_core2cvsram_aw_awaddr),
        .nvdla_core2cvsram_w_wvalid(nvdla_core2cvsram_w_wvalid),
        .nvdla_core2cvsram_w_wready(nvdla_core2cvsram_w_wready),
        .nvdla_core2cvsram_w_wdata(nvdla_core2cvsram_w_wdata),
        .nvdla_core2cvsram_w_wstrb(nvdla_core2cvsram_w_wstrb),
        .nvdla_core2cvsram_w_wlast(nvdla_core2cvsram_w_wlast),
        .nvdla_core2cvsram_b_bvalid(nvdla_core2cvsram_b_bvalid),
        .nvdla_core2cvsram_b_bready(nvdla_core2cvsram_b_bready),
        .nvdla_core2cvsram_b_bid(nvdla_core2cvsram_b_bid),
        .nvdla_core2cvsram_ar_arvalid(nvdla_core2cvsram_ar_arvalid),
        .nvdla_core2cvsram_ar_arready(nvdla_core2cvsram_ar_arready),
        .nvdla_core2cvsram_ar_arid(nvdla_core2cvsram_ar_arid),
        .nvdla_core2cvsram_ar_arlen(nvdla_core2cvsram_ar_arlen),
        .nvdla_core2cvsram_ar_araddr(nvdla_core2cvsram_ar_araddr),
        .nvdla_core2cvsram_r_rvalid(nvdla_core2cvsram_r_rvalid),
        .nvdla_core2cvsram_r_rready(nvdla_core2cvsram_r_rready),
        .nvdla_core2cvsram_r_rid(nvdla_core2cvsram_r_rid),
        .nvdla_core2cvsram_r_rlast(nvdla_core2cvsram_r_rlast),
        .nvdla_core2cvsram_r_rdata(nvdla_core2cvsram_r_rdata),
        .dla_intr(intr)
    );

    // What the assertions in the design found, for the bench
    wire [31:0] assertions_fired = dut.assertions_fired;
    wire [255:0] assertion_name = dut.assertion_name;
    wire [63:0] assertion_time = dut.assertion_time;
endmodule
