module m(input a, input [1:0] b, output wire y); not (y, b[0], a); endmodule
