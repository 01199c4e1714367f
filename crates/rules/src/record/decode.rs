//! Bytes as text: UTF-8, UTF-16 as some shells write it, or the Latin-1 of old files.

use super::fault::RecordError;

/// The text of a file, without the mark that tells its encoding.
///
/// # Errors
/// It holds bytes that no text has.
pub(super) fn decode(bytes: &[u8]) -> Result<String, RecordError> {
    match bytes {
        [0xff, 0xfe, rest @ ..] => Ok(wide(rest, u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => Ok(wide(rest, u16::from_be_bytes)),
        _ => narrow(bytes),
    }
}

fn wide(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let chars = char::decode_utf16(units);
    chars
        .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

/// UTF-8, or else Latin-1, in which old Pentasol files write names in comments.
fn narrow(bytes: &[u8]) -> Result<String, RecordError> {
    if bytes.iter().any(|&b| b < b' ' && !b"\t\n\r".contains(&b)) {
        return Err(RecordError::Binary);
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&b| char::from(b)).collect(),
    };
    Ok(text.trim_start_matches('\u{feff}').to_owned())
}

/// A line of a file without its comment and the number in front of it (`12.`), its minus signs those of programs.
pub(super) fn plain(line: &str) -> String {
    let line = line.split('#').next().unwrap_or_default().trim();
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = rest.len() < line.len();
    let line = match rest.strip_prefix(['.', ')', ':']) {
        Some(rest) if numbered && rest.starts_with([' ', '\t', '(']) => rest,
        _ if numbered && rest.trim_start().starts_with('(') => rest,
        _ => line,
    };
    line.trim_start().replace(['\u{2212}', '\u{2013}'], "-")
}

/// The lines of a text by number, from 1, as [`plain`] leaves them; without those that are empty then. Files have been through many
/// hands: all three kinds of line ends occur.
pub(super) fn plain_lines(text: &str) -> impl Iterator<Item = (usize, String)> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let lines: Vec<String> = text.lines().map(plain).collect();
    (1..).zip(lines).filter(|(_, line)| !line.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_and_narrow_text_is_read() {
        let wide = |unit: fn(u16) -> [u8; 2]| -> Vec<u8> {
            "\u{feff}ä−".encode_utf16().flat_map(unit).collect()
        };
        for bytes in [wide(u16::to_le_bytes), wide(u16::to_be_bytes)] {
            assert_eq!(decode(&bytes).unwrap(), "ä−");
        }
        assert_eq!(decode("\u{feff}ä−".as_bytes()).unwrap(), "ä−");
        assert_eq!(decode(b"\xe4-").unwrap(), "ä-");
        assert_eq!(decode(b"\x01"), Err(RecordError::Binary));
        assert_eq!(decode(b"\xff\xfe\x00\xd8x").unwrap(), "\u{fffd}");
    }

    #[test]
    fn numbers_and_comments_go() {
        for line in [
            "(1,2) - +1",
            " 12. (1,2) - +1 # first",
            "3) (1,2) - +1",
            "4(1,2) - +1",
            "7: (1,2) \u{2212} +1",
        ] {
            assert_eq!(plain(line), "(1,2) - +1", "{line}");
        }
        assert_eq!(plain("1 2 3 4"), "1 2 3 4");
        assert_eq!(plain("1.5 2 3 4"), "1.5 2 3 4");
        let lines: Vec<_> = plain_lines("a\r\n#\r\rb\n").collect();
        assert_eq!(lines, [(1, "a".to_owned()), (4, "b".to_owned())]);
    }
}
