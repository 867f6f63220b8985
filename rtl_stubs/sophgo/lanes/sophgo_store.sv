// A memory of the chip that only the GDMA reaches: static memory, L2. Reads take no time.
module sophgo_store
  import sophgo_gdma_pkg::*;
  import sophgo_number_pkg::*;
#(
  parameter logic [1:0] MEMORY = L2,
  parameter int         BYTES = 4
) (
  input  logic         clk,
  input  chip_access_t chip_read,
  output logic [31:0]  value,
  input  chip_access_t chip_write
);
  localparam int INDEX_BITS = $clog2(BYTES / 4);

  logic [31:0] words [0:BYTES/4-1];

  wire [INDEX_BITS-1:0] read_index = chip_read.memory == MEMORY ? chip_read.place[INDEX_BITS+1:2] : '0;
  wire [INDEX_BITS-1:0] write_index = chip_write.place[INDEX_BITS+1:2];
  wire [31:0]           word = words[read_index];

  assign value = element_in(word, chip_read.place[1:0], chip_read.size);

  always_ff @(posedge clk)
    if (chip_write.valid && chip_write.memory == MEMORY)
      case (chip_write.size)
        BITS_8: words[write_index][{chip_write.place[1:0], 3'b0} +: 8] <= chip_write.value[7:0];
        BITS_16: words[write_index][{chip_write.place[1], 4'b0} +: 16] <= chip_write.value[15:0];
        default: words[write_index] <= chip_write.value;
      endcase
endmodule
