// Encrypts and decrypts every vector of the file +vectors. Its lines have key, plaintext and
// ciphertext, most significant byte first; the key is loaded when it changes. The input changes
// after start, and a start in mid-block must be ignored. Prints "passed N" or the difference.
module kalyna_128_128_tb #(parameter DECRYPT = 1);
  localparam MOST = 256;
  reg clk = 0, reset = 1, load_key = 0, start = 0, decrypt = 0;
  reg [127:0] key, in, key_in_use;
  wire ready, done;
  wire [127:0] out;
  kalyna_128_128 #(.DECRYPT(DECRYPT)) core(clk, reset, load_key, key, start, decrypt, in, ready, done, out);
  always #5 clk = !clk;

  reg [383:0] vector[0:MOST - 1];
  reg [8 * 1024 - 1:0] path;
  integer count, i, clocks, wrong;

  task expect_clocks(input integer wanted);
    if (clocks != wanted) begin
      $display("vector %0d: %0d clocks, not %0d", i, clocks, wanted);
      wrong = wrong + 1;
    end
  endtask

  task schedule(input [127:0] k);
    begin
      @(negedge clk) load_key = 1;
      key = k;
      @(negedge clk) load_key = 0;
      key = ~k;
      for (clocks = 1; !ready && clocks < 100; clocks = clocks + 1) @(negedge clk);
      expect_clocks(22);
    end
  endtask

  task block(input back, input [127:0] from, input [127:0] to);
    begin
      @(negedge clk) start = 1;
      decrypt = back;
      in = from;
      @(negedge clk) in = ~from;
      decrypt = !back;
      @(negedge clk) start = 0;
      for (clocks = 2; !done && clocks < 100; clocks = clocks + 1) @(negedge clk);
      expect_clocks(11);
      if (out !== to) begin
        $display("vector %0d, decrypt %b: %h, not %h", i, back, out, to);
        wrong = wrong + 1;
      end
    end
  endtask

  initial begin
    wrong = 0;
    if (!$value$plusargs("vectors=%s", path) || !$value$plusargs("count=%d", count) || count > MOST) begin
      $display("usage: +vectors=FILE +count=N");
      $finish;
    end
    $readmemh(path, vector, 0, count - 1);
    @(negedge clk) reset = 0;
    for (i = 0; i < count; i = i + 1) begin
      if (i == 0 || vector[i][383:256] !== key_in_use) schedule(vector[i][383:256]);
      key_in_use = vector[i][383:256];
      block(0, vector[i][255:128], vector[i][127:0]);
      if (DECRYPT) block(1, vector[i][127:0], vector[i][255:128]);
    end
    if (wrong == 0) $display("passed %0d", count);
    $finish;
  end
endmodule
