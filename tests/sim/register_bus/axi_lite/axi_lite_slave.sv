// A small register file on AXI4-Lite, and inputs that make it misbehave. Up to 8 accesses of each kind wait for their
// answers, which come LATENCY cycles after the request at the earliest.
`timescale 1ns/1ps
module axi_lite_slave #(
    parameter int LATENCY = 3,
    parameter int WORDS = 64  // of each 4 KiB the first; accesses behind them are answered with DECERR
) (
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
    // faults
    input  logic        stall,         // no request is taken
    input  logic        stall_data,    // no write data are taken
    input  logic        mute,          // requests are taken and not answered
    input  logic        stray,         // answers out of nothing
    input  logic        refuse,        // every access is answered with SLVERR
    input  logic        exclusive,     // every access is answered with EXOKAY
    input  logic        flip,          // read data and answers change while they wait
    input  logic        unknown_valid, // X on the read valid
    input  logic        unknown_data   // X in read data
);
    localparam logic [1:0] OKAY = 2'd0, EXOKAY = 2'd1, SLVERR = 2'd2, DECERR = 2'd3;

    logic [31:0] words [0:WORDS-1];
    logic        address_held, data_held;
    logic [15:0] address;
    logic [31:0] data;
    logic [3:0]  strobe;
    logic [LATENCY-1:0] write_due, read_due;
    logic [1:0]  write_answer [0:7];
    logic [33:0] read_answer [0:7];
    logic [2:0]  write_in, write_out, read_in, read_out;
    logic [3:0]  write_open, read_open, write_ready, read_ready;
    logic        written, asked, bvalid, rvalid;
    integer      i;

    function automatic [1:0] answer_of(input logic [15:0] byte_address);
        answer_of = exclusive ? EXOKAY : refuse ? SLVERR : 32'(byte_address[11:2]) >= WORDS ? DECERR : OKAY;
    endfunction

    assign s_axi_awready = !stall && !address_held;
    assign s_axi_wready = !stall && !stall_data && !data_held;
    assign s_axi_arready = !stall && !read_open[3];
    assign written = address_held && data_held && !write_open[3];
    assign asked = s_axi_arvalid && s_axi_arready;
    assign bvalid = write_ready != 0;
    assign rvalid = read_ready != 0;
    assign s_axi_bvalid = bvalid || stray;
    assign s_axi_bresp = write_answer[write_out] ^ {2{flip && bvalid}};
    assign s_axi_rvalid = unknown_valid ? 1'bx : rvalid || stray;
    assign s_axi_rresp = read_answer[read_out][33:32];
    assign s_axi_rdata = unknown_data ? {read_answer[read_out][31:4], 4'bx}
                                      : read_answer[read_out][31:0] ^ {31'd0, flip && rvalid};

    always @(posedge clk or negedge rst_n) begin
        if (!rst_n) begin
            {address_held, data_held} <= 0;
            {write_due, read_due} <= 0;
            {write_in, write_out, read_in, read_out} <= 0;
            {write_open, read_open, write_ready, read_ready} <= 0;
            for (i = 0; i < WORDS; i = i + 1) words[i] <= 0;
            for (i = 0; i < 8; i = i + 1) write_answer[i] <= 0;
            for (i = 0; i < 8; i = i + 1) read_answer[i] <= 0;
        end else begin
            if (s_axi_awvalid && s_axi_awready) begin
                address_held <= 1;
                address <= s_axi_awaddr;
            end
            if (s_axi_wvalid && s_axi_wready) begin
                data_held <= 1;
                data <= s_axi_wdata;
                strobe <= s_axi_wstrb;
            end
            if (written) begin
                {address_held, data_held} <= 0;
                for (i = 0; i < 4; i = i + 1)
                    if (strobe[i] && answer_of(address) == OKAY) words[address[7:2]][8*i+:8] <= data[8*i+:8];
                write_answer[write_in] <= answer_of(address);
                write_in <= write_in + 3'(!mute);
            end
            if (asked) begin
                read_answer[read_in] <= {answer_of(s_axi_araddr),
                                         answer_of(s_axi_araddr) == OKAY ? words[s_axi_araddr[7:2]] : 32'd0};
                read_in <= read_in + 3'(!mute);
            end
            write_due <= {write_due[LATENCY-2:0], written && !mute};
            read_due <= {read_due[LATENCY-2:0], asked && !mute};
            if (bvalid && s_axi_bready) write_out <= write_out + 3'd1;
            if (rvalid && s_axi_rready) read_out <= read_out + 3'd1;
            write_open <= write_open + 4'(written && !mute) - 4'(bvalid && s_axi_bready);
            read_open <= read_open + 4'(asked && !mute) - 4'(rvalid && s_axi_rready);
            write_ready <= write_ready + 4'(write_due[LATENCY-1]) - 4'(bvalid && s_axi_bready);
            read_ready <= read_ready + 4'(read_due[LATENCY-1]) - 4'(rvalid && s_axi_rready);
        end
    end
endmodule
