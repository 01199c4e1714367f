//! How the cores of a run are shared out.

/// How many of `jobs` cores the box may use that was taken up after `before` others, when `running`
/// boxes are worked on and `waiting` ones are left to begin with.
///
/// While boxes wait, every box gets one core: boxes side by side lose nothing, a
/// search on several threads loses a little. Cores that no box waits for are spread over those
/// running, the ones taken up first getting what does not divide evenly: they are likely the hard ones.
pub(crate) fn share(jobs: usize, waiting: usize, running: usize, before: usize) -> usize {
    let running = running.max(1);
    if waiting > 0 || jobs <= running {
        return 1;
    }
    jobs / running + usize::from(before < jobs % running)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_last_box_gets_all_cores() {
        assert_eq!(share(8, 0, 1, 0), 8);
        assert_eq!(share(8, 1, 1, 0), 1);
        assert_eq!([0, 1, 2].map(|before| share(8, 0, 3, before)), [3, 3, 2]);
    }

    proptest! {
        #[test]
        fn no_core_is_given_twice_and_none_idles_without_need(
            jobs in 1usize..100, waiting in 0usize..3, running in 1usize..100,
        ) {
            let shares: Vec<usize> = (0..running).map(|i| share(jobs, waiting, running, i)).collect();
            prop_assert!(shares.iter().all(|&n| n >= 1));
            let given: usize = shares.iter().sum();
            prop_assert!(given <= jobs.max(running));
            prop_assert!(waiting > 0 || given >= jobs);
        }
    }
}
