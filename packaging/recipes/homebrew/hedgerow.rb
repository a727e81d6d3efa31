class Hedgerow < Formula
  desc "National and light block ciphers in constant time"
  homepage "@HOMEPAGE@"
  url "@URL@"
  sha256 "@SHA256@"
  license "Apache-2.0"

  depends_on "cli11" => :build
  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on "nlohmann-json" => :build
  depends_on "pkgconf" => :build
  depends_on "python@3.13" => :build
  depends_on "libsodium"
  depends_on :linux # the sources use calls of Linux

  def install
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DHEDGEROW_TESTS=OFF", "-DHEDGEROW_BENCH=OFF",
           "-DHEDGEROW_LAB=OFF", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    (testpath/"letter").write "text"
    system bin/"hedgerow", "keygen", "-o", "key"
    system bin/"hedgerow", "encrypt", "letter", "--key-file", "key", "-o", "sealed"
    assert_equal "text", shell_output("#{bin}/hedgerow decrypt sealed --key-file key -o -")
  end
end
