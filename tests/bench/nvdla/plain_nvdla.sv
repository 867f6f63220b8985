// The device and its HDL memories without Python: writes a program's registers and waits for the interrupt.
//
// What is measured lies between the lines `begin` and `end`; behind each it waits for an answer on its standard input, so
// that its processor clock can be read meanwhile.

`timescale 1ns / 1ps

module plain_nvdla
`ifdef VERILATOR
(input wire clk, input wire csb_clk);  // two pins, as the design has them
`else
;
  reg clk = 1'b0, csb_clk = 1'b0;
  always #1 begin
    clk = ~clk;
    csb_clk = clk;
  end
`endif
  localparam integer LONGEST = 4096;
  localparam [31:0] EDGE_CYCLES = 16, RESET_CYCLES = 32, AFTER_RESET_CYCLES = 32, SETTLED_CYCLES = 1000, PERIOD = 2;
  localparam [31:0] STDIN = 32'h8000_0000, STDOUT = 32'h8000_0001;

  reg [47:0] program_words [0:LONGEST-1];  // {register's word address, data}; the last one is behind the program
  reg [31:0] cycle = 0;  // until measuring begins: then this bench does as little as it can
  reg [31:0] left = 0;  // cycles of an idle run
  reg driving = 1'b1;
  reg [63:0] begun;
  reg [31:0] idle = 0;  // if set, so many cycles in which nothing happens are measured
  integer at = 0;
  integer index, answer;
  reg [8*64-1:0] program_name;
  initial begin
    for (index = 0; index < LONGEST; index = index + 1) program_words[index] = '1;
    if ($value$plusargs("program=%s", program_name)) $readmemh(program_name, program_words);
    if (!$value$plusargs("idle=%d", idle)) idle = 0;
  end

  task wait_for_answer;
    begin
      $fflush(STDOUT);
      answer = $fgetc(STDIN);
    end
  endtask

  task begin_measuring;
    begin
      driving = 1'b0;
      begun = $time;
      $display("begin");
      wait_for_answer;
    end
  endtask

  task end_measuring;
    begin
      $display("end %0d", ($time - begun) / PERIOD);
      wait_for_answer;
      $finish;
    end
  endtask

  reg reset_n = 1'b1;  // a reset from time 0 has no edge on two states
  reg valid = 1'b0;
  wire ready, interrupt;
  wire [47:0] word = program_words[at];
  wire over = word == '1;

  NV_nvdla_and_memories dut (
      .dla_core_clk(clk), .dla_csb_clk(csb_clk), .dla_reset_rstn(reset_n), .direct_reset_(reset_n),
      .global_clk_ovr_on(1'b0), .tmc2slcg_disable_clock_gating(1'b0), .test_mode(1'b0),
      .nvdla_pwrbus_ram_c_pd(32'd0), .nvdla_pwrbus_ram_ma_pd(32'd0), .nvdla_pwrbus_ram_mb_pd(32'd0),
      .nvdla_pwrbus_ram_p_pd(32'd0), .nvdla_pwrbus_ram_o_pd(32'd0), .nvdla_pwrbus_ram_a_pd(32'd0),
      .csb2nvdla_valid(valid), .csb2nvdla_ready(ready), .csb2nvdla_addr(word[47:32]), .csb2nvdla_wdat(word[31:0]),
      .csb2nvdla_write(1'b1), .csb2nvdla_nposted(1'b0),
      .nvdla2csb_valid(), .nvdla2csb_data(), .nvdla2csb_wr_complete(), .dla_intr(interrupt)
  );

  always @(posedge interrupt) if (!driving) end_measuring;

  always @(posedge clk)
    if (left != 0) begin
      left = left - 1;
      if (left == 0) end_measuring;
    end else if (driving) begin
      cycle <= cycle + 1;
      if (cycle == 2) begin
        // Each has a file with the commands that set its timing.
        dut.nvdla_core2dbb_memory_commands = 1;
        dut.nvdla_core2cvsram_memory_commands = 1;
      end
      reset_n <= cycle < EDGE_CYCLES || cycle > RESET_CYCLES;
      if (cycle > RESET_CYCLES + AFTER_RESET_CYCLES) begin
        if (valid && ready) begin
          at <= at + 1;
          valid <= 1'b0;
        end else valid <= !over;
        if (over && idle == 0) begin_measuring;
      end
      if (idle != 0 && cycle == SETTLED_CYCLES) begin
        left = idle;
        begin_measuring;
      end
    end
endmodule
