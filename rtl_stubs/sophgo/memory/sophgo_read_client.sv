// One reader at MEMORY: takes a request at a time, offers its bursts one after the other, and knows how many beats are
// still to come.
module sophgo_read_client
  import sophgo_config_pkg::*;
  import sophgo_link_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  input  memory_request_t         request,
  output logic                    ready,
  output logic                    offers,
  output logic [ADDRESS_BITS-1:0] address,
  output logic [LEN_BITS-1:0]     len,
  input  logic                    sent,
  output logic                    expects,  // beats
  input  logic                    taken     // a beat
);
  logic [LENGTH_BITS-1:0] left;  // bytes in bursts that are not sent
  logic [LENGTH_BITS-1:0] due;   // beats of bursts that are sent
  burst_t                 burst;

  wire takes = ready && request.valid;

  assign ready = left == '0 && due == '0;
  assign offers = left != '0;
  assign expects = due != '0;
  assign burst = burst_at(address[BOUNDARY_BITS-1:0], left);
  assign len = burst.len;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      address <= '0;
      left <= '0;
      due <= '0;
    end else if (takes || sent || taken) begin
      if (takes) {address, left} <= {request.address, request.length};
      else if (sent) begin
        address <= address + ADDRESS_BITS'(burst.bytes);
        left <= left - burst.bytes;
      end
      due <= due + (sent ? LENGTH_BITS'(burst.len) + 1'b1 : '0) - LENGTH_BITS'(taken);
    end
endmodule
