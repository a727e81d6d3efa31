// Prints the outputs of the module BOX, in hexadecimal, for every input in order.
module box_tb;
  reg [`INPUTS - 1:0] x;
  wire [`OUTPUTS - 1:0] y;
  `BOX box(x, y);
  integer i;
  initial
    for (i = 0; i < 1 << `INPUTS; i = i + 1) begin
      x = i;
      #1 $display("%h", y);
    end
endmodule
