// What is asked of memory for a slice: a nest of lines for features, else one line after another.
module nvdla_cdma_requests
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_dma_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_cdma_pkg::*;
  import nvdla_cdma_job_pkg::*;
  import nvdla_cdma_image_pkg::*;
  import nvdla_cdma_winograd_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  input  logic                    start,
  // the layer
  input  layer_t                  layer,
  input  logic                    group,
  input  kind_t                   kind,
  input  data_job_t               job,
  input  image_job_t              image,
  input  winograd_job_t           winograd,
  // the slice
  input  logic                    ask,
  output logic                    asked,
  input  logic [ADDRESS_BITS-1:0] line,
  input  logic [ADDRESS_BITS-1:0] line_1,  // in an image's second plane
  // DMA
  output logic                    request_valid,
  input  logic                    request_ready,
  output dma_request_t            request
);
  logic [ADDRESS_BITS-1:0] image_address, row_address;
  logic [SIZE_BITS-1:0]    image_size, row_size;
  logic                    image_asked, row_asked, row_valid;
  wire features = kind == KIND_FEATURES;
  wire is_winograd = kind == KIND_WINOGRAD;
  wire [SIZE_BITS-1:0]    size = is_winograd ? row_size : image_size;
  wire [ADDRESS_BITS-1:0] surface_stride = ADDRESS_BITS'(layer.d_surf_stride);

  assign asked = features ? request_ready : is_winograd ? row_asked : image_asked;
  assign request_valid = is_winograd ? row_valid : ask;

  // Features: groups, in them blocks, in them surfaces
  assign request.ram = ram_of(layer.d_dain_ram_type.datain_ram_type);
  assign request.group = group;
  assign request.notify = 1'b0;
  assign request.base = features ? line : is_winograd ? row_address : image_address;
  assign request.size = features ? SIZE_BITS'(BLOCK_PIXELS - 1) : size;
  assign request.last_size = features ? SIZE_BITS'(job.last_pixels) : size;
  assign request.last_repeat = features ? COUNT_BITS'(job.last_surfaces) : '0;
  assign request.repeats = features ? {
    COUNT_BITS'(job.groups), COUNT_BITS'(0), COUNT_BITS'(0), COUNT_BITS'(job.blocks), COUNT_BITS'(ENTRY_ATOMS - 1)} : '0;
  assign request.strides = {
    surface_stride << ATOMS_SHIFT,
    ADDRESS_BITS'(0),
    ADDRESS_BITS'(0),
    ADDRESS_BITS'(BLOCK_PIXELS * ATOM_BYTES),
    surface_stride};

  nvdla_cdma_image_lines image_lines (
    .ask(ask && !features && !is_winograd),
    .asked(image_asked),
    .address_0(line),
    .address_1(line_1),
    .address(image_address),
    .size(image_size),
    .taken(request_ready),
    .*
  );

  if (FEATURE_WINOGRAD != 0) begin : g_winograd
    nvdla_cdma_winograd_lines lines (
      .start(start && is_winograd),
      .job(winograd),
      .base(ADDRESS_BITS'({layer.d_dain_addr_high_0, layer.d_dain_addr_low_0})),
      .line_stride(ADDRESS_BITS'(layer.d_line_stride)),
      .ask(ask && is_winograd),
      .asked(row_asked),
      .valid(row_valid),
      .address(row_address),
      .size(row_size),
      .taken(request_ready),
      .*
    );
  end else begin : g_no_winograd
    assign {row_valid, row_asked} = '0;
    assign row_address = '0;
    assign row_size = '0;
  end
endmodule
