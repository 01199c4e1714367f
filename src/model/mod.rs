//! The integer program of a box, L1-L7.
