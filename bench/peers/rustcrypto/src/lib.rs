//! RustCrypto's kuznyechik, magma and speck-cipher behind three C functions, for
//! ../../rustcrypto_peer.cpp. The crate is built as a user would build it: --release and the
//! default target CPU (with -C target-cpu=native, tables become gathers and are slower).

use cipher::{
    Array, Block, BlockCipherDecrypt, BlockCipherEncrypt, BlockSizeUser, KeyInit, KeyIvInit,
    StreamCipher,
};
use ctr::{Ctr128BE, Ctr64BE};
use kuznyechik::Kuznyechik;
use magma::Magma;
use speck_cipher::*;
use std::ffi::{c_char, CStr};

/// A keyed context that processes one message.
pub type Job = Box<dyn FnMut(&[u8], &mut [u8])>;

struct Request<'a> {
    cipher: &'a str,
    mode: &'a str,
    direction: &'a str,
    key: &'a [u8],
    start: &'a [u8],
}

fn blocks_of<C: BlockSizeUser>(bytes: &[u8]) -> &[Block<C>] {
    Array::slice_as_chunks(bytes).0
}

fn blocks_of_mut<C: BlockSizeUser>(bytes: &mut [u8]) -> &mut [Block<C>] {
    Array::slice_as_chunks_mut(bytes).0
}

/// ECB, one block and key setup of the cipher C with the first bytes of the key.
fn block_job<C>(r: &Request) -> Option<Job>
where
    C: BlockCipherEncrypt + BlockCipherDecrypt + KeyInit + 'static,
{
    let key = r.key[..C::key_size()].to_vec();
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

/// The stream S, which is a cipher in CTR, with the first bytes of the key and of the start.
fn ctr_job<S>(r: &Request) -> Option<Job>
where
    S: KeyIvInit + StreamCipher + 'static,
{
    let (key, iv) = (&r.key[..S::key_size()], &r.start[..S::iv_size()]);
    let mut stream = S::new_from_slices(key, iv).expect("its own lengths");
    Some(Box::new(move |input, output| {
        stream.apply_keystream_b2b(input, output)
    }))
}

/// CTR only of the variants of SPECK with blocks that the ctr crate can count.
fn job_of(r: &Request) -> Option<Job> {
    match (r.cipher, r.mode) {
        ("kuznyechik", "ctr") => ctr_job::<Ctr64BE<Kuznyechik>>(r),
        ("kuznyechik", _) => block_job::<Kuznyechik>(r),
        ("magma", "ctr") => ctr_job::<Ctr64BE<Magma>>(r),
        ("magma", _) => block_job::<Magma>(r),
        ("speck-32-64", _) => block_job::<Speck32_64>(r),
        ("speck-48-72", _) => block_job::<Speck48_72>(r),
        ("speck-48-96", _) => block_job::<Speck48_96>(r),
        ("speck-64-96", "ctr") => ctr_job::<Ctr64BE<Speck64_96>>(r),
        ("speck-64-96", _) => block_job::<Speck64_96>(r),
        ("speck-64-128", "ctr") => ctr_job::<Ctr64BE<Speck64_128>>(r),
        ("speck-64-128", _) => block_job::<Speck64_128>(r),
        ("speck-96-96", _) => block_job::<Speck96_96>(r),
        ("speck-96-144", _) => block_job::<Speck96_144>(r),
        ("speck-128-128", "ctr") => ctr_job::<Ctr128BE<Speck128_128>>(r),
        ("speck-128-128", _) => block_job::<Speck128_128>(r),
        ("speck-128-192", "ctr") => ctr_job::<Ctr128BE<Speck128_192>>(r),
        ("speck-128-192", _) => block_job::<Speck128_192>(r),
        ("speck-128-256", "ctr") => ctr_job::<Ctr128BE<Speck128_256>>(r),
        ("speck-128-256", _) => block_job::<Speck128_256>(r),
        _ => None,
    }
}

/// Returns a job, or null if it is not offered. `start` is the first block of CTR.
///
/// # Safety
/// The names end in 0. `key` has 32 bytes and `start` 16; longer than a cipher needs is allowed.
#[no_mangle]
pub unsafe extern "C" fn rustcrypto_make(
    cipher: *const c_char,
    mode: *const c_char,
    direction: *const c_char,
    key: *const [u8; 32],
    start: *const [u8; 16],
) -> *mut Job {
    let text = |name| CStr::from_ptr(name).to_str().unwrap_or("");
    let request = Request {
        cipher: text(cipher),
        mode: text(mode),
        direction: text(direction),
        key: &*key,
        start: &*start,
    };
    job_of(&request).map_or(std::ptr::null_mut(), |job| Box::into_raw(Box::new(job)))
}

/// # Safety
/// `job` comes from rustcrypto_make(). `input` and `output` have `bytes` bytes, and are equal only
/// for one block in place.
#[no_mangle]
pub unsafe extern "C" fn rustcrypto_run(
    job: *mut Job,
    input: *const u8,
    output: *mut u8,
    bytes: usize,
) {
    // The job of one block does not read `input`, and two slices must not share their bytes.
    let read = if input == output { 0 } else { bytes };
    let input = std::slice::from_raw_parts(input, read);
    (*job)(input, std::slice::from_raw_parts_mut(output, bytes))
}

/// # Safety
/// `job` comes from rustcrypto_make() and is not used afterwards.
#[no_mangle]
pub unsafe extern "C" fn rustcrypto_free(job: *mut Job) {
    drop(Box::from_raw(job))
}
