//! The ranked-reward learner: a network that learns the game from its own games alone (Wang, Preuss, Emmerich and Plaat,
//! *Tackling Morpion Solitaire with AlphaZero-like Ranked Reward Reinforcement Learning*, 2020).
//!
//! Promises: the games it returns are legal. The same start, parameters and seed give the same run with any number of threads. A run that
//! was stopped and goes on from its checkpoint is the same as one that was not stopped.
//!
//! It keeps the paper's ranked reward. Moves come straight from the policy, which learns by policy gradient without looking ahead: that
//! learnt best here (`paper/notes/25-learner.md`).
//!
//! From the ground up: `random`, `facts` and `frame` (what a network sees), `layers`, `ranked` (the ranked reward), `credit` (what each
//! move counts), `lesson` (what is learnt from one game), `local` and `network`, `self_play` (the games), `adam` and `training`, `learner`
//! (the iterations), `diary`, `saved` (everything, for checkpoints), `trained` (a network alone, as a file), `play` (games by it).

mod adam;
mod credit;
mod diary;
mod facts;
mod frame;
mod layers;
mod learner;
mod lesson;
mod local;
mod network;
mod params;
mod play;
mod random;
mod ranked;
mod saved;
mod self_play;
mod trained;
mod training;

pub use diary::csv;
pub use learner::Learner;
pub use params::{Params, Shape};
pub use play::play;
pub use trained::{NetworkError, Trained};
