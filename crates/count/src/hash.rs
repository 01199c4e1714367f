//! The hash of a line: a fixed function, since it defines the units (`paper/counting.md`).

use morpion_rules::geometry::Line;

/// A number for each line, well mixed: the multiplications and shifts are those that end xxHash32.
pub(super) fn hash(line: Line) -> u32 {
    let (x, y) = (line.start.x + 32, line.start.y + 32);
    let number = (64 * y as u32 + x as u32) * 4 + line.direction.index() as u32 + 1;
    let mut h = number.wrapping_mul(2_654_435_761);
    h ^= h >> 15;
    h = h.wrapping_mul(2_246_822_519);
    h ^= h >> 13;
    h = h.wrapping_mul(3_266_489_917);
    h ^ h >> 16
}
