//! A Rust peer of hedgerow-bench, like bench/peers/peer.hpp for C++: a name, a known answer and
//! keyed jobs. serve() speaks the line protocol described there and measures like
//! bench/measure/sample.hpp. It is built as a user would build it: --release and the default target
//! CPU (with -C target-cpu=native, tables become gathers and are slower).

mod measure;

use cipher::{Array, Block};
use cipher::{
    BlockCipherDecrypt, BlockCipherEncrypt, BlockSizeUser, KeyInit, KeyIvInit, StreamCipher,
};
use measure::{timed, Buffer, Sample};
use std::io::{self, BufRead, Write};

/// The value does not matter, because no cipher here has weak keys that are faster.
pub const BENCH_KEY: [u8; 32] = *b"Between two fields stands a hedg";

pub type Job = Box<dyn FnMut(&[u8], &mut [u8])>;

pub struct Request<'a> {
    pub cipher: &'a str,
    pub mode: &'a str,
    pub direction: &'a str,
}

pub struct Peer {
    pub name: &'static str,
    /// The known answer that it reproduced.
    pub vector: &'static str,
    pub known_answer: fn() -> bool,
    /// A context keyed with BENCH_KEY; `None`: not offered.
    pub make: fn(&Request) -> Option<Job>,
}

fn blocks_of<C: BlockSizeUser>(bytes: &[u8]) -> &[Block<C>] {
    Array::slice_as_chunks(bytes).0
}

fn blocks_of_mut<C: BlockSizeUser>(bytes: &mut [u8]) -> &mut [Block<C>] {
    Array::slice_as_chunks_mut(bytes).0
}

/// ECB, one block and key setup of the cipher C with the first bytes of `key`.
pub fn block_job<C>(r: &Request, key: &[u8]) -> Option<Job>
where
    C: BlockCipherEncrypt + BlockCipherDecrypt + KeyInit + 'static,
{
    let key = key[..C::key_size()].to_vec();
    let keyed = |key: &[u8]| C::new_from_slice(key).expect("the cipher's own length");
    let cipher = keyed(&key);
    match (r.mode, r.direction) {
        ("ecb", "enc") => Some(Box::new(move |input, output| {
            let pair = (blocks_of::<C>(input), blocks_of_mut::<C>(output));
            let done = cipher.encrypt_blocks_b2b(pair.0, pair.1);
            done.expect("equal lengths")
        })),
        ("ecb", "dec") => Some(Box::new(move |input, output| {
            let pair = (blocks_of::<C>(input), blocks_of_mut::<C>(output));
            let done = cipher.decrypt_blocks_b2b(pair.0, pair.1);
            done.expect("equal lengths")
        })),
        ("block", "enc") => Some(Box::new(move |_, block| {
            cipher.encrypt_block(&mut blocks_of_mut::<C>(block)[0])
        })),
        ("block", "dec") => Some(Box::new(move |_, block| {
            cipher.decrypt_block(&mut blocks_of_mut::<C>(block)[0])
        })),
        ("setup", _) => Some(Box::new(move |_, _| {
            std::hint::black_box(keyed(std::hint::black_box(&key)));
        })),
        _ => None,
    }
}

/// The stream S (a cipher in CTR) with the first bytes of `key`. `start` is its first block, padded
/// with zeros.
pub fn ctr_job<S>(key: &[u8], start: &[u8]) -> Option<Job>
where
    S: KeyIvInit + StreamCipher + 'static,
{
    let mut iv = vec![0; S::iv_size()];
    iv[..start.len()].copy_from_slice(start);
    let mut stream = S::new_from_slices(&key[..S::key_size()], &iv).expect("its own lengths");
    Some(Box::new(move |input, output| {
        stream.apply_keystream_b2b(input, output)
    }))
}

pub fn from_hex(hex: &str) -> Vec<u8> {
    let digit = |i| u8::from_str_radix(&hex[i..i + 2], 16).expect("hex");
    (0..hex.len()).step_by(2).map(digit).collect()
}

/// Returns true if the job turns one hex text into the other.
pub fn maps(job: Option<Job>, input: &str, want: &str) -> bool {
    let (input, want) = (from_hex(input), from_hex(want));
    let mut output = vec![0; input.len()];
    job.expect("offered")(&input, &mut output);
    output == want
}

/// Returns true if ECB of C gives the answer in both directions.
pub fn reproduces<C>(key: &str, plain: &str, cipher: &str) -> bool
where
    C: BlockCipherEncrypt + BlockCipherDecrypt + KeyInit + 'static,
{
    let key = from_hex(key);
    let job = |direction| {
        let request = Request {
            cipher: "",
            mode: "ecb",
            direction,
        };
        block_job::<C>(&request, &key)
    };
    maps(job("enc"), plain, cipher) && maps(job("dec"), cipher, plain)
}

/// The job and the buffers of the last request, because the samples of one row come one after the
/// other.
struct Desk {
    request: String,
    job: Job,
    input: Buffer,
    output: Buffer,
}

impl Desk {
    fn new(job: Job, bytes: usize, request: String) -> Self {
        let (input, output) = (Buffer::new(bytes), Buffer::new(bytes));
        Self {
            request,
            job,
            input,
            output,
        }
    }

    fn sample(&mut self, repeats: usize) -> Sample {
        let (input, output, job) = (self.input.slice(), self.output.slice(), &mut self.job);
        timed(repeats, || job(input, output))
    }
}

/// `bench CIPHER MODE DIRECTION BYTES REPEATS` -> `ok NANOSECONDS TICKS CYCLES ON_CPU ALONE`;
/// `None`: refused.
fn answer(peer: &Peer, desk: &mut Option<Desk>, line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let ["bench", cipher, mode, direction, bytes, repeats] = words[..] else {
        return None;
    };
    let request = words[..5].join(" ");
    if desk.as_ref().is_none_or(|d| d.request != request) {
        let job = (peer.make)(&Request {
            cipher,
            mode,
            direction,
        })?;
        *desk = Some(Desk::new(job, bytes.parse().ok()?, request));
    }
    let Sample {
        ns,
        tsc,
        core,
        on_cpu,
        alone,
    } = desk.as_mut()?.sample(repeats.parse().ok()?);
    Some(format!(
        "ok {ns:.0} {tsc:.0} {core:.0} {on_cpu:.3} {alone:.3}"
    ))
}

/// Runs the peer until standard input ends.
pub fn serve(peer: &Peer) -> io::Result<()> {
    let mut stdout = io::stdout();
    let (name, vector) = (peer.name, peer.vector);
    if !(peer.known_answer)() {
        writeln!(stdout, "refuse\t{name} does not reproduce {vector}")?;
        std::process::exit(1);
    }
    writeln!(stdout, "ready\t{name}\tsame\t{vector}")?;
    let mut desk = None;
    for line in io::stdin().lock().lines() {
        let reply = answer(peer, &mut desk, &line?);
        let refusal = || "no such cipher, mode and direction here".to_string();
        writeln!(stdout, "{}", reply.unwrap_or_else(refusal))?;
    }
    Ok(())
}
