// Kalyna-128/128, one round per clock. The key schedule and the blocks share the round and the
// state register.
//
//   load_key (while ready): after 22 clocks ready is 1 again, and the core holds the round keys.
//   start (while ready):    encrypts `in`, or decrypts it if `decrypt` is 1. After 11 clocks done is 1 for
//                           one clock, and `out` holds the result until the next load_key or start.
//
// The clock counts do not depend on data. DECRYPT = 0 leaves out the inverse round; `decrypt` must
// then be 0. Byte 0 of key and block is at bits [7:0]. Source: DSTU 7624:2014.
module kalyna_128_128 #(parameter DECRYPT = 1) (
    input wire clk, input wire reset,
    input wire load_key, input wire [127:0] key,
    input wire start, input wire decrypt, input wire [127:0] in,
    output wire ready, output reg done, output wire [127:0] out);

  localparam [1:0] IDLE = 0, SIGMA = 1, KEYS = 2, BLOCK = 3;
  localparam [3:0] ROUNDS = 10;

  reg [1:0] doing;
  // in SIGMA the round, in KEYS the index of an even round key, in BLOCK that of a round key
  reg [3:0] count;
  reg [1:0] step;  // of a round key
  reg inverse;
  reg [127:0] state, user_key, sigma;
  reg [127:0] even_key[0:5];  // of round keys 0, 2, ..., 10

  // Adds modulo 2^64 in each column.
  function [127:0] add(input [127:0] a, input [127:0] b);
    add = {a[127:64] + b[127:64], a[63:0] + b[63:0]};
  endfunction
  function [127:0] subtract(input [127:0] a, input [127:0] b);
    subtract = {a[127:64] - b[127:64], a[63:0] - b[63:0]};
  endfunction

  // The unused direction gets a constant input, so that it does not switch.
  wire [127:0] rounded, unrounded;
  kalyna_round forward(state & {128{!inverse}}, rounded);
  generate
    if (DECRYPT) begin : with_decryption
      kalyna_inverse_round backward(state & {128{inverse}}, unrounded);
    end else begin : without_decryption
      assign unrounded = 128'h0;
    end
  endgenerate

  // The schedule: KT = sigma + tmv, D = the key rotated by count / 2 columns.
  wire [63:0] tmv = 64'h0001000100010001 << count[3:1];
  wire [127:0] kt = add(sigma, {tmv, tmv});
  wire [127:0] rotated_key = count[1] ? {user_key[63:0], user_key[127:64]} : user_key;

  // An odd round key is the preceding even one, rotated by 7 bytes.
  wire [127:0] even = even_key[count[3:1]];
  wire [127:0] round_key = count[0] ? {even[55:0], even[127:56]} : even;

  assign ready = doing == IDLE;
  assign out = state;

  always @(posedge clk) begin
    done <= 1'b0;
    if (reset) begin
      doing <= IDLE;
      inverse <= 1'b0;
    end else case (doing)
      IDLE: begin
        inverse <= DECRYPT && !load_key && start && decrypt;
        step <= 2'd0;
        if (load_key) begin
          doing <= SIGMA;
          count <= 4'd0;
          user_key <= key;
          state <= add(128'd5, key);  // 5 = columns of block and key + 1
        end else if (start) begin
          doing <= BLOCK;
          count <= DECRYPT && decrypt ? ROUNDS - 4'd1 : 4'd1;
          state <= DECRYPT && decrypt ? subtract(in, even_key[5]) : add(in, even_key[0]);
        end
      end
      SIGMA: begin
        count <= count + 4'd1;
        state <= count == 4'd0 ? rounded ^ user_key : add(rounded, user_key);
        if (count == 4'd2) begin
          doing <= KEYS;
          count <= 4'd0;
          sigma <= rounded;
        end
      end
      KEYS: begin
        step <= step == 2'd2 ? 2'd0 : step + 2'd1;
        state <= step == 2'd0 ? add(rotated_key, kt) : rounded ^ kt;
        if (step == 2'd2) begin
          even_key[count[3:1]] <= add(rounded, kt);
          count <= count + 4'd2;
          if (count == ROUNDS) doing <= IDLE;
        end
      end
      BLOCK: begin
        count <= inverse ? count - 4'd1 : count + 4'd1;
        state <= (inverse ? unrounded : rounded) ^ round_key;
        if (count == (inverse ? 4'd0 : ROUNDS)) begin
          state <= inverse ? subtract(unrounded, round_key) : add(rounded, round_key);
          doing <= IDLE;
          done <= 1'b1;
        end
      end
    endcase
  end
endmodule
