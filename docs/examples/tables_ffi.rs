// SPDX-License-Identifier: MIT
//! tables_ffi.rs - a hundred tables from Rust by libskat-ffi (arena/learn/skat_ffi.h), with the first action that is allowed at each:
//! how many deals that plays, and what the player at the first table holds.
//!
//!     rustc -O tables_ffi.rs -L /usr/local/lib/skat-arena -l skat-ffi -C link-arg=-Wl,-rpath,/usr/local/lib/skat-arena
use std::ffi::{c_char, c_int, c_void, CString};
use std::ptr;

/// struct ffi_tables_out
#[repr(C)]
struct Out {
    seat: *mut u8,
    position: *mut u8,
    mask: *mut u8,
    observation: *mut i16,
    open: *mut i16,
    done: *mut u8,
    reward: *mut i32,
    session: *mut u64,
    deal: *mut u64,
    scores: *mut i32,
}

extern "C" {
    fn skat_ffi_version() -> c_int;
    fn skat_ffi_rules_open(json: *const c_char, error: *mut c_char) -> *mut c_void;
    fn skat_ffi_rules_close(rules: *mut c_void);
    fn skat_ffi_rules_numbers(rules: *const c_void, numbers: *mut i32);
    fn skat_ffi_observation_size(open_cards: c_int) -> c_int;
    fn skat_ffi_tables_open(
        rules: *const c_void, seed: *const c_char, first_session: u64, count: c_int, reward: c_int, bots: *const c_char,
        starts: *const c_void, out: *const Out, error: *mut c_char,
    ) -> *mut c_void;
    fn skat_ffi_tables_step(
        tables: *mut c_void, actions: *const i32, probabilities: *const f32, who: *const u8, error: *mut c_char,
    ) -> c_int;
    fn skat_ffi_tables_counts(tables: *const c_void, counts: *mut u64);
    fn skat_ffi_tables_close(tables: *mut c_void);
}

const TABLES: usize = 100;

fn main() {
    let mut error = [0 as c_char; 4096];
    let (rules_json, seed) = (CString::new("\"isko\"").unwrap(), CString::new("1").unwrap());
    unsafe {
        assert_eq!(skat_ffi_version(), 6, "this program was written for version 6 of the functions");
        let rules = skat_ffi_rules_open(rules_json.as_ptr(), error.as_mut_ptr());
        assert!(!rules.is_null());
        let mut numbers = [0i32; 10];
        skat_ffi_rules_numbers(rules, numbers.as_mut_ptr());
        let (actions, size) = (numbers[2] as usize, skat_ffi_observation_size(0) as usize);
        let mut mask = vec![0u8; TABLES * actions];
        let mut seen = vec![0i16; TABLES * size];
        let out = Out {
            seat: ptr::null_mut(), position: ptr::null_mut(), mask: mask.as_mut_ptr(), observation: seen.as_mut_ptr(),
            open: ptr::null_mut(), done: ptr::null_mut(), reward: ptr::null_mut(), session: ptr::null_mut(), deal: ptr::null_mut(),
            scores: ptr::null_mut(),
        };
        let tables = skat_ffi_tables_open(
            rules, seed.as_ptr(), 0, TABLES as c_int, 1, ptr::null(), ptr::null(), &out, error.as_mut_ptr());
        assert!(!tables.is_null());
        for _ in 0..1000 {
            let picked: Vec<i32> =
                mask.chunks(actions).map(|row| row.iter().position(|&allowed| allowed == 1).unwrap() as i32).collect();
            assert_eq!(skat_ffi_tables_step(tables, picked.as_ptr(), ptr::null(), ptr::null(), error.as_mut_ptr()), 1);
        }
        let mut counts = [0u64; 7];
        skat_ffi_tables_counts(tables, counts.as_mut_ptr());
        let in_hand: i32 = seen[..36].iter().map(|&card| i32::from(card)).sum();
        println!("{} deals, {} decisions; {} cards in hand at the first table", counts[0], counts[1], in_hand);
        skat_ffi_tables_close(tables);
        skat_ffi_rules_close(rules);
    }
}
