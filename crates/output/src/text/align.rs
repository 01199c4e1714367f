//! Tables with aligned columns.

/// Columns under their headings, padded to a common width; `right[i]` says which are aligned to the right.
pub fn align<const N: usize>(
    header: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
    right: &[bool; N],
) -> String {
    let mut rows: Vec<[String; N]> = rows.into_iter().collect();
    rows.insert(0, header.map(str::to_owned));
    let mut widths = [0; N];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut text = String::new();
    for row in &rows {
        let mut line = String::new();
        for ((cell, &width), &right) in row.iter().zip(&widths).zip(right) {
            let pad = " ".repeat(width - cell.chars().count());
            let (before, after) = if right { (&*pad, "") } else { ("", &*pad) };
            line.push_str(&format!("{before}{cell}{after}  "));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
