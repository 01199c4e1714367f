//! Hints for the checker proven in Coq. That they suffice for it, `checker/verified/test.sh` tests; here, that writing them
//! changes no verdict, and that nothing is written of what they cannot say.

use morpion_check::certificate::{Form, check, check_with_hints};
use morpion_check::packed;
use std::path::PathBuf;

fn read(name: &str) -> Vec<u8> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../results/5D/certificates");
    packed::read(&folder.join(name)).expect("the certificate is there")
}

/// Fails if the walk takes another way when hints are written, or if they do not begin with the claim.
#[test]
fn hints_change_no_verdict() {
    let file = read("6-1-0-0.games.at-most-82.cert.zst");
    let mut hints = Vec::new();
    let (result, written) = check_with_hints(&file, Form::Fast, &mut hints);
    assert_eq!(result, check(&file));
    assert!(written.expect("a vector takes all bytes"));
    assert_eq!(hints[..7], [19, 0, 6, 1, 0, 0, 82]);
    assert!(hints.len() > 1000, "{} bytes", hints.len());
}

/// Fails if a rejected certificate gets through when hints are written.
#[test]
fn hints_do_not_hide_a_rejection() {
    let mut file = read("6-1-0-0.games.at-most-82.cert.zst");
    file.pop();
    let (result, _) = check_with_hints(&file, Form::Fast, &mut Vec::new());
    assert_eq!(result, check(&file));
    assert!(result.is_err());
}

/// Fails if hints are promised for certificates of which there are none.
#[test]
fn symmetric_objects_have_no_hints() {
    let file = read("../../5D-symmetric/certificates/1-0-1-0.games.at-most-68.cert.zst");
    let mut hints = Vec::new();
    let (result, written) = check_with_hints(&file, Form::Fast, &mut hints);
    assert_eq!(result, check(&file));
    assert!(!written.expect("nothing is written"));
    assert!(hints.is_empty());
}
