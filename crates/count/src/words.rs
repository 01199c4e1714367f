//! Sets of lines and of cells as words of 64 bits.

#![allow(
    clippy::needless_range_loop,
    reason = "loops over indices become vector instructions; `array::from_fn` made the count take twice as long"
)]

/// A set of lines, or of cells, by number.
pub(super) type Set<const N: usize> = [u64; N];

/// The set of these numbers.
pub(super) fn set_of<const N: usize>(numbers: impl Iterator<Item = usize>) -> Set<N> {
    let mut set = [0; N];
    numbers.for_each(|number| insert(&mut set, number));
    set
}

#[inline(always)]
pub(super) const fn insert<const N: usize>(set: &mut Set<N>, number: usize) {
    set[number >> 6] |= 1 << (number & 63);
}

#[inline(always)]
pub(super) const fn contains<const N: usize>(set: &Set<N>, number: usize) -> bool {
    set[number >> 6] >> (number & 63) & 1 == 1
}

/// The numbers in a set, in order.
pub(super) fn members<const N: usize>(set: &Set<N>) -> impl Iterator<Item = usize> {
    (0..64 * N).filter(|&number| contains(set, number))
}

/// The number of members.
pub(super) fn size<const N: usize>(set: &Set<N>) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

#[inline(always)]
pub(super) fn union<const N: usize>(a: &Set<N>, b: &Set<N>) -> Set<N> {
    let mut union = *a;
    for i in 0..N {
        union[i] |= b[i];
    }
    union
}

#[inline(always)]
pub(super) fn without<const N: usize>(set: &Set<N>, taken: &Set<N>) -> Set<N> {
    let mut left = *set;
    for i in 0..N {
        left[i] &= !taken[i];
    }
    left
}

/// Whether the sets have a member in common.
#[inline(always)]
pub(super) fn meet<const N: usize>(a: &Set<N>, b: &Set<N>) -> bool {
    let mut both = 0;
    for i in 0..N {
        both |= a[i] & b[i];
    }
    both != 0
}

/// Numbers written down in binary, one for each possible member: set i holds the digits worth 2^i. Adds one to those of `which`, modulo
/// 2^P.
#[inline(always)]
pub(super) fn increment<const N: usize, const P: usize>(
    numbers: &[Set<N>; P],
    which: &Set<N>,
) -> [Set<N>; P] {
    let mut sum = [[0; N]; P];
    for i in 0..N {
        let mut carry = which[i];
        for digit in 0..P {
            sum[digit][i] = numbers[digit][i] ^ carry;
            carry &= numbers[digit][i];
        }
    }
    sum
}

/// The members whose number is `value`.
#[inline(always)]
pub(super) fn equal_to<const N: usize, const P: usize>(
    numbers: &[Set<N>; P],
    value: usize,
) -> Set<N> {
    let mut equal = [u64::MAX; N];
    for i in 0..N {
        for digit in 0..P {
            let ones = numbers[digit][i];
            equal[i] &= if value >> digit & 1 == 1 { ones } else { !ones };
        }
    }
    equal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_binary_count_up() {
        let all: [Set<2>; 8] = std::array::from_fn(|k| set_of((0..128).filter(|n| n % 8 >= k)));
        // Member n is counted 1 + n mod 8 times, so 7 and 15 come round to 0.
        let mut numbers = [[0; 2]; 3];
        for which in &all {
            numbers = increment(&numbers, which);
        }
        for value in 0..8 {
            let expected: Vec<usize> = (0..128).filter(|n| (1 + n % 8) % 8 == value).collect();
            assert_eq!(
                members(&equal_to(&numbers, value)).collect::<Vec<_>>(),
                expected
            );
        }
    }

    #[test]
    fn sets_are_sets() {
        let (even, low): (Set<2>, Set<2>) = (set_of((0..128).step_by(2)), set_of(0..50));
        assert_eq!((size(&even), size(&low)), (64, 50));
        assert_eq!(size(&union(&even, &low)), 64 + 25);
        assert_eq!(members(&without(&low, &even)).collect::<Vec<_>>().len(), 25);
        assert!(meet(&even, &low) && !meet(&without(&low, &even), &even));
    }
}
