//! RustCrypto's Magma (tables, not constant time): ECB in both directions, CTR of GOST R
//! 34.13-2015, one block, key setup.

use ctr::Ctr64BE;
use magma::Magma;
use peer::{block_job, ctr_job, from_hex, maps, reproduces, serve, Job, Peer, Request, BENCH_KEY};

fn make(r: &Request) -> Option<Job> {
    match (r.cipher, r.mode) {
        ("magma", "ctr") => ctr_job::<Ctr64BE<Magma>>(&BENCH_KEY, &[]),
        ("magma", _) => block_job::<Magma>(r, &BENCH_KEY),
        _ => None,
    }
}

fn known_answer() -> bool {
    let key = "ffeeddccbbaa99887766554433221100f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff";
    let plain = "92def06b3c130a59db54c704f8189d204a98fb2e67a8024c8912409b17b57e41";
    let ecb = "2b073f0494f372a0de70e715d3556e4811d8d9e9eacfbc1e7c68260996c67efb";
    let ctr = "4e98110c97b7b93c3e250d93d6e85d69136d868807b2dbef568eb680ab52a12d";
    let stream = ctr_job::<Ctr64BE<Magma>>(&from_hex(key), &from_hex("12345678"));
    reproduces::<Magma>(key, plain, ecb) && maps(stream, plain, ctr)
}

fn main() -> std::io::Result<()> {
    serve(&Peer {
        name: "rustcrypto magma 0.10",
        vector: "GOST R 34.13-2015 A.2, ECB and CTR, 4 blocks",
        known_answer,
        make,
    })
}
