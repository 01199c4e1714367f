//! What the tests of this repository use of rooms that are not part of the library. It promises nothing to anyone else.

#![allow(missing_docs)]

pub mod conclusion {
    pub use crate::conclusion::{
        Conclusion, Summary, lacking, listed_theorem, paper_sizes, theorem_files, verdict,
    };
}

pub mod draw {
    pub use crate::draw::{Colours, DrawError, Options, png, svg, text};
}

pub mod learn {
    pub use crate::learn::{Learner, Params, Shape, load, play};
}

pub mod prove {
    pub use crate::prove::{Event, Limits, Observer, ProveError, Run, explore};
}

pub mod results {
    pub use crate::results::{
        Facts, Found, Origin, Store, StoreError, UNFINISHED_FOLDER, check_object, check_order,
        parse_box, parse_run, read_folder,
    };

    pub mod moves_text {
        pub use crate::record::moves_text::write;
    }
}

pub mod verify {
    pub use crate::verify::check_folder;
}

pub mod units {
    pub use crate::units::file::Unit;
}
