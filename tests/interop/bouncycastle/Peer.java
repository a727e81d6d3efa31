// Bouncy Castle as a peer. It reads one request per line from standard input and writes one answer
// per line.
//
//   aead-gcm|aead-ccm BLOCK_BITS KEY NONCE AAD PLAIN TAG_BYTES     ciphertext and tag
//   gmac BLOCK_BITS KEY DATA TAG_BYTES                             tag
//   kw BLOCK_BITS KEY PLAIN                                        wrapped
//   gcm-siv aes|sm4|aria|camellia KEY NONCE AAD PLAIN              ciphertext and tag
//   kw-gost|kw-cryptopro KEY UKM PLAIN                             wrapped (S-boxes CryptoPro-A)
//   g3413 ctr|ofb|cfb S KEY IV PLAIN                               ciphertext of Kuznyechik, units of S bytes
//   dstu ctr|cbc|cfb|ofb|xts BLOCK_BITS KEY IV PLAIN               ciphertext of Kalyna
//   ecb sm4|aria|camellia KEY PLAIN                                ciphertext
//   cmac BLOCK_BITS KEY DATA                                       tag of DSTU 7624
//   oid CLASS FIELD                                                the OID's text, a constant of org.bouncycastle.CLASS
//
// Byte strings are hex, and "-" is an empty one.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Arrays;
import org.bouncycastle.crypto.BlockCipher;
import org.bouncycastle.crypto.BufferedBlockCipher;
import org.bouncycastle.crypto.StreamCipher;
import org.bouncycastle.crypto.Wrapper;
import org.bouncycastle.crypto.engines.AESEngine;
import org.bouncycastle.crypto.engines.ARIAEngine;
import org.bouncycastle.crypto.engines.CamelliaEngine;
import org.bouncycastle.crypto.engines.CryptoProWrapEngine;
import org.bouncycastle.crypto.engines.DSTU7624Engine;
import org.bouncycastle.crypto.engines.DSTU7624WrapEngine;
import org.bouncycastle.crypto.engines.GOST28147Engine;
import org.bouncycastle.crypto.engines.GOST28147WrapEngine;
import org.bouncycastle.crypto.engines.GOST3412_2015Engine;
import org.bouncycastle.crypto.engines.SM4Engine;
import org.bouncycastle.crypto.macs.DSTU7624Mac;
import org.bouncycastle.crypto.macs.KGMac;
import org.bouncycastle.crypto.modes.AEADBlockCipher;
import org.bouncycastle.crypto.modes.CBCBlockCipher;
import org.bouncycastle.crypto.modes.CFBBlockCipher;
import org.bouncycastle.crypto.modes.G3413CFBBlockCipher;
import org.bouncycastle.crypto.modes.G3413CTRBlockCipher;
import org.bouncycastle.crypto.modes.G3413OFBBlockCipher;
import org.bouncycastle.crypto.modes.GCMSIVBlockCipher;
import org.bouncycastle.crypto.modes.KCCMBlockCipher;
import org.bouncycastle.crypto.modes.KCTRBlockCipher;
import org.bouncycastle.crypto.modes.KGCMBlockCipher;
import org.bouncycastle.crypto.modes.KXTSBlockCipher;
import org.bouncycastle.crypto.modes.OFBBlockCipher;
import org.bouncycastle.crypto.params.AEADParameters;
import org.bouncycastle.crypto.params.KeyParameter;
import org.bouncycastle.crypto.params.ParametersWithIV;
import org.bouncycastle.crypto.params.ParametersWithSBox;
import org.bouncycastle.crypto.params.ParametersWithUKM;
import org.bouncycastle.util.encoders.Hex;

public class Peer {
  static byte[] bytes(String hex) {
    return hex.equals("-") ? new byte[0] : Hex.decode(hex);
  }

  static byte[] aead(AEADBlockCipher cipher, String key, String nonce, String aad, String plain, int tagBytes)
      throws Exception {
    byte[] in = bytes(plain);
    cipher.init(true, new AEADParameters(new KeyParameter(bytes(key)), 8 * tagBytes, bytes(nonce), bytes(aad)));
    byte[] out = new byte[cipher.getOutputSize(in.length) + 128];
    int n = cipher.processBytes(in, 0, in.length, out, 0);
    n += cipher.doFinal(out, n);
    return Arrays.copyOf(out, n);
  }

  static byte[] gmac(int blockBits, String key, String data, int tagBytes) {
    byte[] in = bytes(data);
    KGMac mac = new KGMac(new KGCMBlockCipher(new DSTU7624Engine(blockBits)), 8 * tagBytes);
    mac.init(new ParametersWithIV(new KeyParameter(bytes(key)), new byte[blockBits / 8]));
    mac.update(in, 0, in.length);
    byte[] tag = new byte[tagBytes];
    mac.doFinal(tag, 0);
    return tag;
  }

  static byte[] wrap(Wrapper wrapper, org.bouncycastle.crypto.CipherParameters parameters, String plain) {
    byte[] in = bytes(plain);
    wrapper.init(true, parameters);
    return wrapper.wrap(in, 0, in.length);
  }

  static byte[] stream(StreamCipher cipher, String key, String iv, String plain) {
    byte[] in = bytes(plain), out = new byte[in.length];
    cipher.init(true, new ParametersWithIV(new KeyParameter(bytes(key)), bytes(iv)));
    cipher.processBytes(in, 0, in.length, out, 0);
    return out;
  }

  static byte[] blocks(BlockCipher cipher, String key, String iv, String plain) {
    byte[] in = bytes(plain), out = new byte[in.length];
    cipher.init(true, new ParametersWithIV(new KeyParameter(bytes(key)), bytes(iv)));
    for (int at = 0; at < in.length; at += cipher.getBlockSize()) cipher.processBlock(in, at, out, at);
    return out;
  }

  static BlockCipher engine(String cipher) {
    switch (cipher) {
      case "sm4":
        return new SM4Engine();
      case "aria":
        return new ARIAEngine();
      case "camellia":
        return new CamelliaEngine();
      default:
        return AESEngine.newInstance();
    }
  }

  static byte[] ecb(String cipher, String key, String plain) {
    BlockCipher e = engine(cipher);
    byte[] in = bytes(plain), out = new byte[in.length];
    e.init(true, new KeyParameter(bytes(key)));
    for (int at = 0; at < in.length; at += 16) e.processBlock(in, at, out, at);
    return out;
  }

  static byte[] g3413(String mode, int s, String key, String iv, String plain) {
    BlockCipher e = new GOST3412_2015Engine();
    switch (mode) {
      case "ctr":
        return stream(new G3413CTRBlockCipher(e, 8 * s), key, iv, plain);
      case "ofb":
        return stream(new G3413OFBBlockCipher(e), key, iv, plain);
      default:
        return stream(new G3413CFBBlockCipher(e, 8 * s), key, iv, plain);
    }
  }

  static byte[] dstu(String mode, int bits, String key, String iv, String plain) throws Exception {
    BlockCipher e = new DSTU7624Engine(bits);
    switch (mode) {
      case "ctr":
        return stream(new KCTRBlockCipher(e), key, iv, plain);
      case "cbc":
        return blocks(CBCBlockCipher.newInstance(e), key, iv, plain);
      case "cfb":
        return blocks(CFBBlockCipher.newInstance(e, bits), key, iv, plain);
      case "ofb":
        return stream(new OFBBlockCipher(e, bits), key, iv, plain);
      default:
        BufferedBlockCipher xts = new KXTSBlockCipher(e);
        byte[] in = bytes(plain), out = new byte[in.length];
        xts.init(true, new ParametersWithIV(new KeyParameter(bytes(key)), bytes(iv)));
        int n = xts.processBytes(in, 0, in.length, out, 0);
        xts.doFinal(out, n);
        return out;
    }
  }

  static byte[] cmac(int bits, String key, String data) {
    byte[] in = bytes(data), tag = new byte[bits / 8];
    DSTU7624Mac mac = new DSTU7624Mac(bits, bits);
    mac.init(new KeyParameter(bytes(key)));
    mac.update(in, 0, in.length);
    mac.doFinal(tag, 0);
    return tag;
  }

  static ParametersWithUKM gost(String key, String ukm) {
    byte[] box = GOST28147Engine.getSBox("E-A");
    return new ParametersWithUKM(new ParametersWithSBox(new KeyParameter(bytes(key)), box), bytes(ukm));
  }

  static byte[] answer(String[] f) throws Exception {
    switch (f[0]) {
      case "aead-gcm":
        return aead(new KGCMBlockCipher(new DSTU7624Engine(Integer.parseInt(f[1]))), f[2], f[3], f[4], f[5],
            Integer.parseInt(f[6]));
      case "aead-ccm":
        return aead(new KCCMBlockCipher(new DSTU7624Engine(Integer.parseInt(f[1])), 4), f[2], f[3], f[4], f[5],
            Integer.parseInt(f[6]));
      case "g3413":
        return g3413(f[1], Integer.parseInt(f[2]), f[3], f[4], f[5]);
      case "dstu":
        return dstu(f[1], Integer.parseInt(f[2]), f[3], f[4], f[5]);
      case "ecb":
        return ecb(f[1], f[2], f[3]);
      case "cmac":
        return cmac(Integer.parseInt(f[1]), f[2], f[3]);
      case "oid":
        return Class.forName("org.bouncycastle." + f[1]).getField(f[2]).get(null).toString().getBytes("US-ASCII");
      case "gmac":
        return gmac(Integer.parseInt(f[1]), f[2], f[3], Integer.parseInt(f[4]));
      case "kw":
        return wrap(new DSTU7624WrapEngine(Integer.parseInt(f[1])), new KeyParameter(bytes(f[2])), f[3]);
      case "gcm-siv":
        return aead(new GCMSIVBlockCipher(engine(f[1])), f[2], f[3], f[4], f[5], 16);
      case "kw-gost":
        return wrap(new GOST28147WrapEngine(), gost(f[1], f[2]), f[3]);
      case "kw-cryptopro":
        return wrap(new CryptoProWrapEngine(), gost(f[1], f[2]), f[3]);
      default:
        throw new IllegalArgumentException(f[0]);
    }
  }

  public static void main(String[] args) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String answer;
      try {
        answer = Hex.toHexString(answer(line.split(" ")));
      } catch (Exception e) {
        answer = "error " + e;
      }
      System.out.println(answer);
    }
  }
}
