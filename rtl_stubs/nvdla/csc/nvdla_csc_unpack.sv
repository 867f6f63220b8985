// Unpack: of compressed weights only those that are not zero are in the buffer; of a mask's bits, one for each weight,
// those of the next cell are made ready here.
module nvdla_csc_unpack
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_csc_job_pkg::*;
  import nvdla_csc_places_pkg::*;
(
  input  logic           clk,
  input  logic           reset_n,
  // a pass
  input  logic           start,
  input  word_t          first,       // entry of the masks in which its group's begin, and the bit there
  input  mask_place_t    first_bit,
  input  logic           finish,
  // a cell
  input  logic           wanted,
  input  word_t          elements,
  output logic           valid,
  input  logic           take,
  output mask_t          mask,
  output word_t          ones,
  output logic           csc_cbuf_valid,
  input  logic           csc_cbuf_ready,
  output csc_cbuf_t      csc_cbuf,
  input  logic           cbuf_csc_valid,
  output logic           cbuf_csc_ready,
  input  cbuf_csc_t      cbuf_csc
);
  logic [2*ENTRY_BITS-1:0] window;
  mask_place_t             offset;
  logic                    bits_valid;

  wire load = wanted && !valid && bits_valid;
  wire changing = load || take;

  nvdla_csc_stream #(.UNIT_BITS(1), .OFFSET_BITS($bits(mask_place_t))) bits (
    .bank(word_t'(CBUF_ENTRIES - CBUF_BANK_ENTRIES)),
    .capacity(word_t'(CBUF_BANK_ENTRIES)),
    .first_unit(first_bit),
    .entries({32{1'b1}}),
    .valid(bits_valid),
    .take(load),
    .taken(elements),
    .*
  );

  function automatic mask_t next_mask(input logic [2*ENTRY_BITS-1:0] source, input mask_place_t from, input word_t size);
    next_mask = mask_t'(source >> from) & ~({CELL_ELEMENTS{1'b1}} << size);
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      valid <= 1'b0;
      mask <= '0;
      ones <= '0;
    end else if (changing) begin
      valid <= load;
      if (load) begin
        mask <= next_mask(window, offset, elements);
        ones <= count_ones(next_mask(window, offset, elements));
      end
    end
endmodule
