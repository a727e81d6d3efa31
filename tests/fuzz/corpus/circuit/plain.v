module m(a, b, c, y, z, w); input a, b; input [1:0] c; output y, z, w; wire t = 1'b1; // x
 nand g(t2, a, b);
 xor (y, t2, c[0]); /* y */
 assign z = ~(a | b) ^ c[1], w = b & t;
endmodule
