//! The resizing process: which boxes must be looked at, and what is known of each.
