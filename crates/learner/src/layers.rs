//! The layers of the networks, forward and backward, one input at a time.
//!
//! An activation is kept after its rectifier. Where it is 0 the derivative is 0, elsewhere it is 1, so nothing else has to be
//! remembered.

/// Adds `factor` times `row` to `out`.
#[inline(always)]
pub(super) fn add_scaled(out: &mut [f32], factor: f32, row: &[f32]) {
    for (o, r) in out.iter_mut().zip(row) {
        *o += factor * r;
    }
}

/// Adds `row` to `out`.
#[inline(always)]
pub(super) fn add(out: &mut [f32], row: &[f32]) {
    for (o, r) in out.iter_mut().zip(row) {
        *o += r;
    }
}

/// The sum of the products.
#[inline(always)]
pub(super) fn dot(a: &[f32], b: &[f32]) -> f32 {
    // Eight sums side by side, which the compiler may not make of one.
    let mut sums = [0.0f32; 8];
    let (a8, b8) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f32 = (a8.remainder().iter().zip(b8.remainder()))
        .map(|(x, y)| x * y)
        .sum();
    for (x, y) in a8.zip(b8) {
        for i in 0..8 {
            sums[i] += x[i] * y[i];
        }
    }
    sums.iter().sum::<f32>() + rest
}

/// A full layer: `out` = bias + `input` x weights. The weights of an input lie together, the biases behind all of them.
#[inline]
pub(super) fn dense(params: &[f32], input: &[f32], out: &mut [f32]) {
    let width = out.len();
    out.copy_from_slice(&params[input.len() * width..][..width]);
    for (&x, row) in input.iter().zip(params.chunks_exact(width)) {
        if x != 0.0 {
            add_scaled(out, x, row);
        }
    }
}

/// Adds to `grads` the derivatives by a full layer's parameters, given `slopes`, the derivatives by its outputs; turns `input` from
/// activations into the derivatives by the inputs of its rectifier.
#[inline]
pub(super) fn dense_back(params: &[f32], grads: &mut [f32], slopes: &[f32], input: &mut [f32]) {
    let width = slopes.len();
    add(&mut grads[input.len() * width..][..width], slopes);
    let rows = params
        .chunks_exact(width)
        .zip(grads.chunks_exact_mut(width));
    for (x, (row, grad)) in input.iter_mut().zip(rows) {
        if *x != 0.0 {
            add_scaled(grad, *x, slopes);
            *x = dot(row, slopes);
        }
    }
}

/// Replaces negative numbers by 0.
#[inline]
pub(super) fn rectify(values: &mut [f32]) {
    values.iter_mut().for_each(|v| *v = v.max(0.0));
}

/// Turns logits into probabilities; returns the logarithm of the sum of their exponentials.
pub(super) fn softmax(logits: &mut [f32]) -> f32 {
    let most = logits.iter().fold(f32::NEG_INFINITY, |a, &b| a.max(b));
    let mut sum = 0.0;
    for logit in logits.iter_mut() {
        *logit = (*logit - most).exp();
        sum += *logit;
    }
    logits.iter_mut().for_each(|p| *p /= sum);
    most + sum.ln()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::random::{Rng, normal};

    #[test]
    fn the_slopes_of_a_full_layer_are_those_of_finite_differences() {
        let mut rng = Rng::seed_from_u64(1);
        let mut params: Vec<f32> = (0..4 * 9).map(|_| normal(&mut rng)).collect();
        // One input is rectified away: nothing flows back through it.
        let input = [0.5f32, 0.0, 1.5];
        let slopes: Vec<f32> = (0..9).map(|_| normal(&mut rng)).collect();
        let loss = |params: &[f32], input: &[f32]| {
            let mut out = [0.0; 9];
            dense(params, input, &mut out);
            dot(&out, &slopes)
        };
        let mut grads = vec![0.0; params.len()];
        let mut back = input;
        dense_back(&params, &mut grads, &slopes, &mut back);
        for i in 0..params.len() {
            let middle = params[i];
            params[i] = middle + 0.1;
            let above = loss(&params, &input);
            params[i] = middle - 0.1;
            let slope = (above - loss(&params, &input)) / 0.2;
            params[i] = middle;
            assert!((slope - grads[i]).abs() < 1e-4, "{i}: {slope} {}", grads[i]);
        }
        for i in [0, 2] {
            let moved = |by: f32| {
                let mut input = input;
                input[i] += by;
                loss(&params, &input)
            };
            let slope = (moved(0.1) - moved(-0.1)) / 0.2;
            assert!((slope - back[i]).abs() < 1e-4);
        }
        assert_eq!(back[1], 0.0);
    }

    #[test]
    fn probabilities_add_up_to_one_however_large_the_logits() {
        let mut p = [1000.0, 1001.0, -1000.0];
        let logarithm = softmax(&mut p);
        assert!((p.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!((p[1] / p[0] - std::f32::consts::E).abs() < 1e-3);
        assert!((logarithm - 1001.313).abs() < 1e-2);
    }
}
