//! RustCrypto's Kuznyechik (fused tables on SSE2, not constant time) as a peer of hedgerow-bench: ECB
//! both ways, CTR of GOST R 34.13-2015, one block, key set-up. It speaks the line protocol of
//! bench/peers/peer.hpp and times like bench/measure.hpp. Built as a user gets it: --release, the
//! default target CPU (with -C target-cpu=native its tables become gathers and it is slower).

mod measure;

use cipher::{BlockCipherDecrypt, BlockCipherEncrypt, KeyInit, KeyIvInit, StreamCipher};
use ctr::Ctr64BE;
use kuznyechik::{Block, Kuznyechik};
use measure::{timed, Buffer, Sample};
use std::io::{self, BufRead, Write};

const NAME: &str = "rustcrypto kuznyechik 0.9";
const VECTOR: &str = "GOST R 34.13-2015 A.1, ECB and CTR, 2 blocks";
const BENCH_KEY: [u8; 32] = *b"Between two fields stands a hedg";

type Job = Box<dyn FnMut(&[u8], &mut [u8])>;

fn blocks_of(bytes: &[u8]) -> &[Block] {
    Block::slice_as_chunks(bytes).0
}

fn blocks_of_mut(bytes: &mut [u8]) -> &mut [Block] {
    Block::slice_as_chunks_mut(bytes).0
}

/// A keyed context for one request; `None`: not offered.
fn make(mode: &str, direction: &str, key: &[u8; 32], iv: &[u8; 8]) -> Option<Job> {
    let key = *key;
    let cipher = Kuznyechik::new(&key.into());
    match (mode, direction) {
        ("ecb", "enc") => Some(Box::new(move |input, output| {
            let pair = (blocks_of(input), blocks_of_mut(output));
            cipher
                .encrypt_blocks_b2b(pair.0, pair.1)
                .expect("equal lengths")
        })),
        ("ecb", "dec") => Some(Box::new(move |input, output| {
            let pair = (blocks_of(input), blocks_of_mut(output));
            cipher
                .decrypt_blocks_b2b(pair.0, pair.1)
                .expect("equal lengths")
        })),
        ("block", "enc") => Some(Box::new(move |_, block| {
            cipher.encrypt_block(&mut blocks_of_mut(block)[0])
        })),
        ("block", "dec") => Some(Box::new(move |_, block| {
            cipher.decrypt_block(&mut blocks_of_mut(block)[0])
        })),
        ("ctr", _) => {
            let mut start = [0u8; 16];
            start[..8].copy_from_slice(iv);
            let mut stream = Ctr64BE::<Kuznyechik>::new(&key.into(), &start.into());
            Some(Box::new(move |input, output| {
                stream.apply_keystream_b2b(input, output)
            }))
        }
        ("setup", _) => Some(Box::new(move |_, _| {
            std::hint::black_box(Kuznyechik::new(std::hint::black_box(&key.into())));
        })),
        _ => None,
    }
}

fn from_hex(hex: &str) -> Vec<u8> {
    let digit = |i| u8::from_str_radix(&hex[i..i + 2], 16).expect("hex");
    (0..hex.len()).step_by(2).map(digit).collect()
}

fn known_answer() -> bool {
    let key = from_hex("8899aabbccddeeff0011223344556677fedcba98765432100123456789abcdef");
    let key: [u8; 32] = key.try_into().expect("32 bytes");
    let iv: [u8; 8] = from_hex("1234567890abcef0").try_into().expect("8 bytes");
    let plain = from_hex("1122334455667700ffeeddccbbaa998800112233445566778899aabbcceeff0a");
    let ecb = from_hex("7f679d90bebc24305a468d42b9d4edcdb429912c6e0032f9285452d76718d08b");
    let ctr = from_hex("f195d8bec10ed1dbd57b5fa240bda1b885eee733f6a13e5df33ce4b33c45dee4");
    let maps = |mode, direction, input: &[u8], want: &[u8]| {
        let mut output = vec![0; input.len()];
        make(mode, direction, &key, &iv).expect("offered")(input, &mut output);
        output == want
    };
    maps("ecb", "enc", &plain, &ecb)
        && maps("ecb", "dec", &ecb, &plain)
        && maps("ctr", "enc", &plain, &ctr)
}

/// The job and the buffers of the request served last: the samples of one row follow each other.
struct Desk {
    request: String,
    job: Job,
    input: Buffer,
    output: Buffer,
}

impl Desk {
    fn new(mode: &str, direction: &str, bytes: usize, request: String) -> Option<Self> {
        let job = make(mode, direction, &BENCH_KEY, &[0; 8])?;
        let (input, output) = (Buffer::new(bytes), Buffer::new(bytes));
        Some(Self {
            request,
            job,
            input,
            output,
        })
    }

    fn sample(&mut self, repeats: usize) -> Sample {
        let (input, output, job) = (self.input.slice(), self.output.slice(), &mut self.job);
        timed(repeats, || job(input, output))
    }
}

/// `bench CIPHER MODE DIRECTION BYTES REPEATS` -> `ok NANOSECONDS TICKS CYCLES ON_CPU`; `None`: refused.
fn answer(desk: &mut Option<Desk>, line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let ["bench", "kuznyechik", mode, direction, bytes, repeats] = words[..] else {
        return None;
    };
    let request = words[..5].join(" ");
    if desk.as_ref().is_none_or(|d| d.request != request) {
        *desk = Desk::new(mode, direction, bytes.parse().ok()?, request);
    }
    let sample = desk.as_mut()?.sample(repeats.parse().ok()?);
    let Sample {
        ns,
        tsc,
        core,
        on_cpu,
    } = sample;
    Some(format!("ok {ns:.0} {tsc:.0} {core:.0} {on_cpu:.3}"))
}

fn main() -> io::Result<()> {
    let mut stdout = io::stdout();
    if !known_answer() {
        writeln!(stdout, "refuse\t{NAME} does not reproduce {VECTOR}")?;
        std::process::exit(1);
    }
    writeln!(stdout, "ready\t{NAME}\tsame\t{VECTOR}")?;
    let mut desk = None;
    for line in io::stdin().lock().lines() {
        let reply = answer(&mut desk, &line?);
        let refusal = || "no such cipher, mode and direction here".to_string();
        writeln!(stdout, "{}", reply.unwrap_or_else(refusal))?;
    }
    Ok(())
}
