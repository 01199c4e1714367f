//! Waiting until a program has come to some point, however long the machine takes.

use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

/// The longest wait before a test fails: far longer than anything takes on a machine with other work.
const PATIENCE: Duration = Duration::from_secs(300);
/// The number of units of processor time that the kernel counts in a second. (It is the same on all Linux systems.)
const TICKS: u64 = 100;

/// Waits until something is so.
///
/// # Panics
/// The program ends before, or it takes too long.
#[track_caller]
pub(crate) fn wait_until(child: &mut Child, what: &str, is_so: impl Fn(&Child) -> bool) {
    let start = Instant::now();
    while !is_so(child) {
        let ended = child.try_wait().unwrap();
        assert_eq!(ended, None, "it ended before this: {what}");
        assert!(start.elapsed() < PATIENCE, "in vain: {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Waits until the program ends.
#[track_caller]
pub(crate) fn wait_until_it_ends(child: &mut Child) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        assert!(start.elapsed() < PATIENCE, "it does not end");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Waits until the program has a handler for Ctrl-C.
#[track_caller]
pub(crate) fn wait_until_it_listens(child: &mut Child) {
    wait_until(child, "it listens for Ctrl-C", |child| {
        let status = read(child, "status");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let mask = u64::from_str_radix(caught.unwrap_or("0").trim(), 16).unwrap_or(0);
        // Signal 2, from bit 0 on.
        mask >> 1 & 1 != 0
    });
}

/// Waits until the program listens for Ctrl-C, and has used a processor for so long: it is in the middle of its work then.
#[track_caller]
pub(crate) fn wait_until_it_has_worked(child: &mut Child, milliseconds: u64) {
    wait_until_it_listens(child);
    wait_until(child, "it works", |child| {
        let stat = read(child, "stat");
        // Behind the name, which may hold anything: the state, ten numbers, the time in the program and the time in the kernel.
        let numbers = stat.rsplit(')').next().unwrap_or_default();
        let numbers = numbers.split_whitespace().skip(11).take(2);
        let ticks: u64 = numbers.filter_map(|n| n.parse::<u64>().ok()).sum();
        ticks * 1000 >= milliseconds * TICKS
    });
}

fn read(child: &Child, name: &str) -> String {
    let path = format!("/proc/{}/{name}", child.id());
    assert!(
        Path::new("/proc/self").exists(),
        "NOT RUN: this test reads /proc"
    );
    std::fs::read_to_string(path).unwrap_or_default()
}

/// Sends a signal, such as `-INT`.
pub(crate) fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    let status = Command::new("kill").args([name, &id]).status().unwrap();
    assert!(status.success());
}
