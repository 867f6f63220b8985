// Parts of a layer that is split in width, in the order in which they are worked on, left to right. All numbers of columns
// are less one, as registers have them.
package nvdla_pdp_part_pkg;
  localparam int PART_BITS = 8;
  localparam int COLUMN_BITS = 14;  // of a cube's width, and one more for what lies between parts
  localparam int FIELD_BITS = 10;
  localparam int FIELDS_BITS = 3 * FIELD_BITS;  // as D_PARTIAL_WIDTH_IN and _OUT have them: first, last, any between

  function automatic logic [FIELD_BITS-1:0] field_of(
    input logic [FIELDS_BITS-1:0] fields, input logic [PART_BITS-1:0] part, input logic [PART_BITS-1:0] last_part
  );
    if (part == '0) field_of = fields[FIELD_BITS-1:0];
    else field_of = part == last_part ? fields[FIELD_BITS +: FIELD_BITS] : fields[2*FIELD_BITS +: FIELD_BITS];
  endfunction

  // Columns of a part, or of the whole width where the layer is not split.
  function automatic logic [COLUMN_BITS-1:0] columns_of(
    input logic [COLUMN_BITS-1:0] width, input logic [FIELDS_BITS-1:0] fields, input logic [PART_BITS-1:0] part,
    input logic [PART_BITS-1:0] last_part
  );
    columns_of = last_part == '0 ? width : COLUMN_BITS'(field_of(fields, part, last_part));
  endfunction

  // What a part reads of the part before it: columns that windows of both need. Modulo 2^COLUMN_BITS below 0, where strides
  // are longer than windows, so that columns are left out.
  function automatic logic [COLUMN_BITS-1:0] overlap_of(input logic [2:0] kernel_width, input logic [3:0] stride);
    overlap_of = COLUMN_BITS'(kernel_width) - COLUMN_BITS'(stride);
  endfunction

  // Input columns of a part.
  function automatic logic [COLUMN_BITS-1:0] input_columns_of(
    input logic [COLUMN_BITS-1:0] width, input logic [FIELDS_BITS-1:0] fields, input logic [PART_BITS-1:0] part,
    input logic [PART_BITS-1:0] last_part, input logic [COLUMN_BITS-1:0] overlap
  );
    input_columns_of = columns_of(width, fields, part, last_part) + (part == '0 ? '0 : overlap);
  endfunction
endpackage
