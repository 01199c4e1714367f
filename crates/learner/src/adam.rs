//! Adam (Kingma and Ba 2015): steps by running means of the derivatives and of their squares.

const BETA: (f32, f32) = (0.9, 0.999);
const EPSILON: f32 = 1e-8;

/// The running means.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct Adam {
    pub(super) steps: u64,
    pub(super) means: Vec<f32>,
    pub(super) squares: Vec<f32>,
}

impl Adam {
    /// The state for so many parameters.
    pub(super) fn new(len: usize) -> Self {
        Self {
            steps: 0,
            means: vec![0.0; len],
            squares: vec![0.0; len],
        }
    }

    /// One step against the derivatives.
    pub(super) fn step(&mut self, params: &mut [f32], grads: &[f32], lr: f32) {
        self.steps += 1;
        let power = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let (one, two) = (1.0 - BETA.0.powi(power), 1.0 - BETA.1.powi(power));
        let rate = lr * two.sqrt() / one;
        let means = self.means.iter_mut().zip(&mut self.squares);
        for ((param, &grad), (mean, square)) in params.iter_mut().zip(grads).zip(means) {
            *mean += (1.0 - BETA.0) * (grad - *mean);
            *square += (1.0 - BETA.1) * (grad * grad - *square);
            *param -= rate * *mean / (square.sqrt() + EPSILON);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_step_is_as_long_as_the_rate_and_the_way_leads_down() {
        let mut params = [1.0, -3.0];
        let mut adam = Adam::new(2);
        adam.step(&mut params, &[0.001, -50.0], 0.1);
        assert!((params[0] - 0.9).abs() < 1e-4 && (params[1] + 2.9).abs() < 1e-4);
        for _ in 0..500 {
            let grads = [2.0 * params[0], 2.0 * params[1]];
            adam.step(&mut params, &grads, 0.05);
        }
        assert!(params.iter().all(|p| p.abs() < 0.05), "{params:?}");
    }
}
