//! Which dots can be placed at all, and which dots need another one to be placed first: rules P7 and P8.
//!
//! A game places its dots one after another, each by an allowed mark whose other four dots
//! are there already. So every dot lies in the closure of the cross under the allowed marks, and
//! whatever is placed before a dot `v` lies in the closure that never places `v`.
//!
//! A closure is found like the consequences of Horn clauses (Dowling and Gallier, 1984). For each line the code counts how many of its
//! cells are reached; when only one is missing, that cell is placed if its mark is allowed. The closures without a dot are found for many
//! dots at once, with a bit for each.

use super::cell_set::CellSet;
use super::fixed_point::LENGTH;
use super::instance::Instance;
use super::layout::marks_in;

/// Every cell that the allowed marks can place from the cross on, the cross included.
pub(crate) fn closure(instance: &Instance, allowed: &[u32]) -> CellSet {
    let (layout, lines) = (&instance.layout, &instance.lines);
    let mut counts = instance.begun.clone();
    let mut reached = instance.cross;
    while let Some((start, d)) = counts.ready.pop() {
        let line = layout.line_from(start, d).into_iter().enumerate();
        let missing = line.into_iter().find(|&(_, v)| !reached.contains(v));
        if let Some((i, v)) = missing
            && allowed[v] >> (LENGTH * d + i) & 1 != 0
        {
            reached.insert(v);
            counts.add(layout, lines, v);
        }
    }
    reached
}

/// The closures without each of these dots, at most 64, all at once: by cell a word whose bit n says whether the closure without dot n
/// holds it.
pub(crate) fn closures_without(instance: &Instance, allowed: &[u32], dots: &[usize]) -> Box<[u64]> {
    let all = u64::MAX >> (64 - dots.len());
    let mut may_reach = vec![all; instance.layout.len()];
    for (n, &v) in dots.iter().enumerate() {
        may_reach[v] &= !(1 << n);
    }
    let mut reached = vec![0; instance.layout.len()].into_boxed_slice();
    instance.cross.cells().for_each(|v| reached[v] = all);
    let marks = instance.cells().flat_map(|v| marks_in(v, allowed[v]));
    let mut marks: Vec<_> = marks
        .map(|m| (m.cell as u16, instance.layout.others(m)))
        .collect();
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        marks.retain(|(v, others)| {
            let v = usize::from(*v);
            let before = others.map(|w| reached[usize::from(w)]);
            let placed = before
                .into_iter()
                .fold(may_reach[v], |all, word| all & word);
            is_changed |= placed & !reached[v] != 0;
            reached[v] |= placed;
            reached[v] != may_reach[v]
        });
    }
    reached
}
