//! The parameters on the command line: those of table I, named as there, and those that go beyond it.

use super::params::{Params, SelfPlay, Shape, Ties};

/// What the parameters that are not told are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Settings {
    /// Table I of the paper.
    Paper,
    /// The policy gradient of the ranked reward, which learns best here.
    Gradient,
}

/// What the learner can be told; the defaults named here are those of table I of the paper.
#[derive(Clone, Debug, Default, PartialEq, clap::Args)]
#[command(next_help_heading = "Parameters of ranked-reward")]
pub struct LearnOptions {
    /// What the parameters that are not told are [default: paper].
    #[arg(long, value_enum, value_name = "KIND")]
    pub settings: Option<Settings>,
    /// Iterations [default: 100].
    #[arg(long = "I", visible_alias = "iterations", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub iterations: Option<u32>,
    /// Episodes of an iteration [default: 50].
    #[arg(long = "E", visible_alias = "episodes", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub episodes: Option<u32>,
    /// T': from this move on the best one is played, before it moves are drawn [default: 41].
    #[arg(long = "T-prime", value_name = "MOVE")]
    pub threshold_step: Option<u32>,
    /// Simulations a move in the game after training; 0 leaves it out [default: 20000].
    #[arg(long = "m", value_name = "N", value_parser = clap::value_parser!(u32).range(..=10_000_000))]
    pub m: Option<u32>,
    /// Simulations a move in self-play by tree search [default: 100].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub m_self: Option<u32>,
    /// Iterations whose games are trained on [default: 10].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub rs: Option<u32>,
    /// Passes over them [default: 5].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub ep: Option<u32>,
    /// Positions of a minibatch; whole games are drawn until there are as many [default: 64].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub bs: Option<u32>,
    /// The step of Adam, at most 1 [default: 0.005].
    #[arg(long, value_name = "X", value_parser = share)]
    pub lr: Option<f32>,
    /// Dropout probability, at most 0.95 [default: 0.3].
    #[arg(long, value_name = "X", value_parser = dropout)]
    pub d: Option<f32>,
    /// Length of the reward list [default: 200].
    #[arg(long = "L", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub length: Option<u32>,
    /// What a game is worth that is exactly as long as the threshold [default: toss].
    #[arg(long, value_enum, value_name = "WHAT")]
    pub ties: Option<Ties>,
    /// How the games of self-play are played [default: policy].
    #[arg(long, value_enum, value_name = "HOW")]
    pub self_play: Option<SelfPlay>,
    /// How much all lost games together weigh against the won ones, 0 to 1, by the policy alone and without --lambda [default: 0].
    #[arg(long, value_name = "X", value_parser = share)]
    pub punish: Option<f32>,
    /// Give each move credit for what it changed, by the network's value, instead of for its game, by the policy alone: from 1 (by
    /// the end of the game) to 0 (by the next position) [default: for its game].
    #[arg(long, value_name = "X", value_parser = share)]
    pub lambda: Option<f32>,
    /// Weight of the policy's entropy, 0 to 1 [default: 0].
    #[arg(long, value_name = "X", value_parser = share)]
    pub entropy: Option<f32>,
    /// Weight of the value's squared error, 0 to 1 [default: 1].
    #[arg(long, value_name = "X", value_parser = share)]
    pub value_weight: Option<f32>,
    /// Cells that a move sees on every side of its dot [default: 7].
    #[arg(long, value_name = "CELLS", value_parser = clap::value_parser!(u8).range(1..=15))]
    pub radius: Option<u8>,
    /// Widths of the hidden layers [default: 64,32].
    #[arg(long, value_name = "W,...", value_delimiter = ',', value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub hidden: Vec<u16>,
}

/// The text is no number of the range.
#[derive(Debug, thiserror::Error)]
#[error("give a number from 0 to {0}")]
struct NotInRange(f32);

fn number(text: &str, most: f32) -> Result<f32, NotInRange> {
    let number = text.trim().parse().map_err(|_| NotInRange(most))?;
    let is_fine = (0.0..=most).contains(&number);
    is_fine.then_some(number).ok_or(NotInRange(most))
}

fn share(text: &str) -> Result<f32, NotInRange> {
    number(text, 1.0)
}

fn dropout(text: &str) -> Result<f32, NotInRange> {
    number(text, 0.95)
}

impl LearnOptions {
    /// The parameters; c and alpha are options of other algorithms, too.
    pub fn params(&self, c: Option<f64>, alpha: Option<f64>) -> Params {
        let usual = match self.settings.unwrap_or(Settings::Paper) {
            Settings::Paper => Params::default(),
            Settings::Gradient => Params::gradient(),
        };
        Params {
            iterations: self.iterations.unwrap_or(usual.iterations),
            episodes: self.episodes.unwrap_or(usual.episodes),
            threshold_step: self.threshold_step.unwrap_or(usual.threshold_step),
            m: self.m.unwrap_or(usual.m),
            m_self: self.m_self.unwrap_or(usual.m_self),
            c: c.unwrap_or(usual.c),
            rs: self.rs.unwrap_or(usual.rs),
            ep: self.ep.unwrap_or(usual.ep),
            bs: self.bs.unwrap_or(usual.bs),
            lr: self.lr.unwrap_or(usual.lr),
            d: self.d.unwrap_or(usual.d),
            length: self.length.map_or(usual.length, |n| n as usize),
            alpha: alpha.unwrap_or(usual.alpha),
            ties: self.ties.unwrap_or(usual.ties),
            self_play: self.self_play.unwrap_or(usual.self_play),
            punish: self.punish.unwrap_or(usual.punish),
            lambda: self.lambda.or(usual.lambda),
            entropy: self.entropy.unwrap_or(usual.entropy),
            value: self.value_weight.unwrap_or(usual.value),
            shape: self.shape(),
        }
    }

    /// Whether nothing is told but how many iterations there are to be.
    pub fn is_only_longer(&self) -> bool {
        let rest = Self {
            iterations: None,
            ..self.clone()
        };
        rest == Self::default()
    }

    fn shape(&self) -> Shape {
        let usual = Shape::default();
        Shape {
            radius: self.radius.unwrap_or(usual.radius),
            hidden: match self.hidden.as_slice() {
                [] => usual.hidden,
                widths => widths.to_vec(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_told_is_as_in_table_one() {
        let params = LearnOptions::default().params(None, None);
        assert_eq!(params, Params::default());
        let json = serde_json::to_value(&params).unwrap();
        let table = [
            ("I", 100.0),
            ("E", 50.0),
            ("T'", 41.0),
            ("m", 20_000.0),
            ("c", 1.0),
            ("rs", 10.0),
            ("ep", 5.0),
            ("bs", 64.0),
            ("L", 200.0),
            ("alpha", 0.75),
        ];
        for (name, value) in table {
            assert_eq!(json[name].as_f64(), Some(value), "{name}");
        }
        assert_eq!((params.lr, params.d), (0.005, 0.3));
    }

    #[test]
    fn settings_are_what_is_not_told() {
        let options = LearnOptions {
            settings: Some(Settings::Gradient),
            episodes: Some(7),
            ..LearnOptions::default()
        };
        let gradient = Params {
            episodes: 7,
            ..Params::gradient()
        };
        assert_eq!(options.params(None, None), gradient);
        assert!(!options.is_only_longer());
    }

    #[test]
    fn numbers_beyond_their_range_are_refused() {
        assert!(share("1.1").is_err() && share("-0.1").is_err() && share("nan").is_err());
        assert!(dropout("1").unwrap_err().to_string().contains("0.95"));
        assert_eq!(share("0.25").unwrap(), 0.25);
    }
}
