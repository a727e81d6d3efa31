//! RustCrypto's SPECK: ECB in both directions, one block and key setup of all ten variants. CTR
//! only of the variants with blocks that the ctr crate can count. The crate uses the byte order of
//! the paper, and Hedgerow uses that of the implementation guide, which is reversed. The output
//! differs, but the work is the same.

use ctr::{Ctr128BE, Ctr64BE};
use peer::{block_job, ctr_job, reproduces, serve, Job, Peer, Request, BENCH_KEY};
use speck_cipher::*;

fn make(r: &Request) -> Option<Job> {
    match (r.cipher, r.mode) {
        ("speck-32-64", _) => block_job::<Speck32_64>(r, &BENCH_KEY),
        ("speck-48-72", _) => block_job::<Speck48_72>(r, &BENCH_KEY),
        ("speck-48-96", _) => block_job::<Speck48_96>(r, &BENCH_KEY),
        ("speck-64-96", "ctr") => ctr_job::<Ctr64BE<Speck64_96>>(&BENCH_KEY, &[]),
        ("speck-64-96", _) => block_job::<Speck64_96>(r, &BENCH_KEY),
        ("speck-64-128", "ctr") => ctr_job::<Ctr64BE<Speck64_128>>(&BENCH_KEY, &[]),
        ("speck-64-128", _) => block_job::<Speck64_128>(r, &BENCH_KEY),
        ("speck-96-96", _) => block_job::<Speck96_96>(r, &BENCH_KEY),
        ("speck-96-144", _) => block_job::<Speck96_144>(r, &BENCH_KEY),
        ("speck-128-128", "ctr") => ctr_job::<Ctr128BE<Speck128_128>>(&BENCH_KEY, &[]),
        ("speck-128-128", _) => block_job::<Speck128_128>(r, &BENCH_KEY),
        ("speck-128-192", "ctr") => ctr_job::<Ctr128BE<Speck128_192>>(&BENCH_KEY, &[]),
        ("speck-128-192", _) => block_job::<Speck128_192>(r, &BENCH_KEY),
        ("speck-128-256", "ctr") => ctr_job::<Ctr128BE<Speck128_256>>(&BENCH_KEY, &[]),
        ("speck-128-256", _) => block_job::<Speck128_256>(r, &BENCH_KEY),
        _ => None,
    }
}

fn known_answer() -> bool {
    reproduces::<Speck32_64>("1918111009080100", "6574694c", "a86842f2")
        && reproduces::<Speck48_72>("1211100a0908020100", "20796c6c6172", "c049a5385adc")
        && reproduces::<Speck48_96>("1a19181211100a0908020100", "6d2073696874", "735e10b6445d")
        && reproduces::<Speck64_96>(
            "131211100b0a090803020100",
            "74614620736e6165",
            "9f7952ec4175946c",
        )
        && reproduces::<Speck64_128>(
            "1b1a1918131211100b0a090803020100",
            "3b7265747475432d",
            "8c6fa548454e028b",
        )
        && reproduces::<Speck96_96>(
            "0d0c0b0a0908050403020100",
            "65776f68202c656761737520",
            "9e4d09ab717862bdde8f79aa",
        )
        && reproduces::<Speck96_144>(
            "1514131211100d0c0b0a0908050403020100",
            "656d6974206e69202c726576",
            "2bf31072228a7ae440252ee6",
        )
        && reproduces::<Speck128_128>(
            "0f0e0d0c0b0a09080706050403020100",
            "6c617669757165207469206564616d20",
            "a65d9851797832657860fedf5c570d18",
        )
        && reproduces::<Speck128_192>(
            "17161514131211100f0e0d0c0b0a09080706050403020100",
            "726148206665696843206f7420746e65",
            "1be4cf3a13135566f9bc185de03c1886",
        )
        && reproduces::<Speck128_256>(
            "1f1e1d1c1b1a191817161514131211100f0e0d0c0b0a09080706050403020100",
            "65736f6874206e49202e72656e6f6f70",
            "4109010405c0f53e4eeeb48d9c188f43",
        )
}

fn main() -> std::io::Result<()> {
    serve(&Peer {
        name: "rustcrypto speck-cipher 0.1",
        vector: "ePrint 2013/404 appendix C, ECB encryption and decryption, all 10 variants",
        known_answer,
        make,
    })
}
