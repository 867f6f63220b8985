// What CDMA makes of elements on their way into the buffer: NaN of FP16 may become zero; integers may pass the input
// convertor, (element - offset) * scale, shifted right and rounded.
package nvdla_cdma_elements_pkg;
  import nvdla_memory_pkg::*;
  import nvdla_round_pkg::*;
  import nvdla_convert_pkg::*;

  localparam int VALUE_BITS = 17;  // of what enters the convertor, and of what leaves its shifter

  typedef struct packed {
    logic        flush;     // elements are FP16, and NaN become zero
    logic        convert;   // elements are integers, and are converted
    logic        wide;      // from elements of two bytes
    logic        to_wide;   // to such
    logic        to_fp16;
    logic [15:0] offset;
    logic [15:0] scale;
    logic [5:0]  truncate;
  } change_t;

  function automatic logic signed [WIDE_BITS-1:0] scaled(
    input logic signed [VALUE_BITS-1:0] element, input logic [15:0] offset, input change_t change
  );
    logic signed [WIDE_BITS-1:0] product;
    product = (WIDE_BITS'(element) - WIDE_BITS'($signed(offset))) * WIDE_BITS'($signed(change.scale));
    scaled = saturated(rounded_shift(product, change.truncate), 6'(VALUE_BITS));
  endfunction

  // An integer behind the convertor, in the low byte where it has one only.
  function automatic logic [15:0] converted(
    input logic signed [VALUE_BITS-1:0] element, input logic [15:0] offset, input change_t change
  );
    logic signed [WIDE_BITS-1:0] value;
    value = scaled(element, offset, change);
    if (change.to_fp16) converted = int17_to_fp16(VALUE_BITS'(value));
    else converted = 16'(saturated(value, change.to_wide ? 6'd16 : 6'd8));
  endfunction

  // A word of features as it goes into the buffer; its elements keep their size.
  function automatic logic [BEAT_BITS-1:0] changed(input logic [BEAT_BITS-1:0] word, input change_t change);
    int i;
    changed = word;
    if (change.flush) begin
      for (i = 0; i < BEAT_BITS / 16; i++) if (is_nan_fp16(word[16*i +: 15])) changed[16*i +: 16] = '0;
    end else if (change.convert && change.wide) begin
      for (i = 0; i < BEAT_BITS / 16; i++)
        changed[16*i +: 16] = converted(VALUE_BITS'($signed(word[16*i +: 16])), change.offset, change);
    end else if (change.convert)
      for (i = 0; i < BEAT_BITS / 8; i++)
        changed[8*i +: 8] = 8'(converted(VALUE_BITS'($signed(word[8*i +: 8])), change.offset, change));
  endfunction
endpackage
