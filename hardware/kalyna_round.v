// Kalyna with blocks of 128 bits: a round without its key, and the inverse of one. The S-boxes
// kalyna_0 ... kalyna_inv3 are written by `hedgerow circuit emit --target verilog`.
//
// Byte 8c + r of a block is in row r of column c, at bits [64c + 8r +: 8]. For example, byte 9 is
// in row 1 of column 1, at bits [79:72]. Columns are words of 64 bits:
//
//           column 0   column 1
//   row 0   byte 0     byte 8
//   row 1   byte 1     byte 9
//   ...
//   row 7   byte 7     byte 15
//
// Source: DSTU 7624:2014.

// Multiplies one column by a circulant matrix over GF(2)[x]/(x^8 + x^4 + x^3 + x^2 + 1): y_r = sum
// over j of ROW_j * x_{(r + j) mod 8}. Byte j of ROW is coefficient j.
module kalyna_mix #(parameter [63:0] ROW = 64'h0)
                   (input wire [63:0] x, output wire [63:0] y);
  // Multiplies every byte by the field's x.
  function [63:0] double(input [63:0] a);
    reg [63:0] over;
    begin
      over = a >> 7 & 64'h0101010101010101;
      double = (a & 64'h7f7f7f7f7f7f7f7f) << 1 ^ over ^ over << 2 ^ over << 3 ^ over << 4;
    end
  endfunction

  wire [63:0] power[0:7];  // x times the powers of the field's x
  wire [63:0] partial[0:64];  // sum of the terms for the bits of ROW so far
  assign power[0] = x;
  assign partial[0] = 64'h0;
  assign y = partial[64];
  genvar i, j;
  generate
    for (i = 1; i < 8; i = i + 1) begin : powers
      assign power[i] = double(power[i - 1]);
    end
    for (j = 0; j < 8; j = j + 1) begin : coefficients
      for (i = 0; i < 8; i = i + 1) begin : bits
        if (ROW[8 * j + i]) begin : term
          wire [127:0] twice = {power[i], power[i]};
          assign partial[8 * j + i + 1] = partial[8 * j + i] ^ twice[8 * j +: 64];
        end else begin : no_term
          assign partial[8 * j + i + 1] = partial[8 * j + i];
        end
      end
    end
  endgenerate
endmodule

// Rows 4 to 7 shift by one of two columns, so the map is its own inverse.
module kalyna_shift(input wire [127:0] x, output wire [127:0] y);
  assign y = {x[63:32], x[95:64], x[127:96], x[31:0]};
endmodule

// SubBytes, ShiftRows, MixColumns. The S-box of row r is number r mod 4.
module kalyna_round(input wire [127:0] x, output wire [127:0] y);
  wire [127:0] substituted, shifted;
  genvar i;
  generate
    for (i = 0; i < 128; i = i + 32) begin : rows
      kalyna_0 box0(x[i +: 8], substituted[i +: 8]);
      kalyna_1 box1(x[i + 8 +: 8], substituted[i + 8 +: 8]);
      kalyna_2 box2(x[i + 16 +: 8], substituted[i + 16 +: 8]);
      kalyna_3 box3(x[i + 24 +: 8], substituted[i + 24 +: 8]);
    end
    for (i = 0; i < 128; i = i + 64) begin : columns
      kalyna_mix #(.ROW(64'h0407060801050101)) mix(shifted[i +: 64], y[i +: 64]);
    end
  endgenerate
  kalyna_shift shift(substituted, shifted);
endmodule

module kalyna_inverse_round(input wire [127:0] x, output wire [127:0] y);
  wire [127:0] mixed, shifted;
  genvar i;
  generate
    for (i = 0; i < 128; i = i + 64) begin : columns
      kalyna_mix #(.ROW(64'hcad7492fa87695ad)) mix(x[i +: 64], mixed[i +: 64]);
    end
    for (i = 0; i < 128; i = i + 32) begin : rows
      kalyna_inv0 box0(shifted[i +: 8], y[i +: 8]);
      kalyna_inv1 box1(shifted[i + 8 +: 8], y[i + 8 +: 8]);
      kalyna_inv2 box2(shifted[i + 16 +: 8], y[i + 16 +: 8]);
      kalyna_inv3 box3(shifted[i + 24 +: 8], y[i + 24 +: 8]);
    end
  endgenerate
  kalyna_shift shift(mixed, shifted);
endmodule
