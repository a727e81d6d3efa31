//! RustCrypto's Kuznyechik (fused tables on SSE2, not constant time): ECB in both directions, CTR
//! of GOST R 34.13-2015, one block, key setup.

use ctr::Ctr64BE;
use kuznyechik::Kuznyechik;
use peer::{block_job, ctr_job, from_hex, maps, reproduces, serve, Job, Peer, Request, BENCH_KEY};

fn make(r: &Request) -> Option<Job> {
    match (r.cipher, r.mode) {
        ("kuznyechik", "ctr") => ctr_job::<Ctr64BE<Kuznyechik>>(&BENCH_KEY, &[]),
        ("kuznyechik", _) => block_job::<Kuznyechik>(r, &BENCH_KEY),
        _ => None,
    }
}

fn known_answer() -> bool {
    let key = "8899aabbccddeeff0011223344556677fedcba98765432100123456789abcdef";
    let plain = "1122334455667700ffeeddccbbaa998800112233445566778899aabbcceeff0a";
    let ecb = "7f679d90bebc24305a468d42b9d4edcdb429912c6e0032f9285452d76718d08b";
    let ctr = "f195d8bec10ed1dbd57b5fa240bda1b885eee733f6a13e5df33ce4b33c45dee4";
    let stream = ctr_job::<Ctr64BE<Kuznyechik>>(&from_hex(key), &from_hex("1234567890abcef0"));
    reproduces::<Kuznyechik>(key, plain, ecb) && maps(stream, plain, ctr)
}

fn main() -> std::io::Result<()> {
    serve(&Peer {
        name: "rustcrypto kuznyechik 0.9",
        vector: "GOST R 34.13-2015 A.1, ECB and CTR, 2 blocks",
        known_answer,
        make,
    })
}
