//! The contents of a results folder: facts about boxes, the files that keep them, and certificates, finished and unfinished.

mod box_file;
mod counted;
mod facts;
mod found;
mod header;
mod json_text;
mod known;
mod names;
mod pack;
mod store;
mod store_error;
mod take_in;
mod unfinished;
mod whole;
mod whole_error;

pub use box_file::{object_faults, parse_box};
pub use counted::{Counted, counted_in};
pub use facts::{BoxFacts, Conflict, Entry, Statement};
pub use found::{Found, ObjectFault, check_object, check_order};
pub use json_text::write as write_json;
pub use known::{is_about, known_by_box};
pub use names::{
    BOXES_FOLDER, CERTIFICATE_ENDING, CERTIFICATES_FOLDER, RUN_FILE, UNFINISHED_FOLDER,
    box_file_name, certificate_path, family_path, folder_name, games_folder, is_certificate,
    name_of, positions_path, unfinished_path,
};
pub use pack::{FOR_GOOD, FOR_NOW, pack};
pub use store::{
    Facts, FileFault, Store, StoreError, box_files, copy_results, parse_run, read_box, read_folder,
    read_folder_about, read_setting,
};
pub use take_in::{TakeInError, known_or_new};
pub use unfinished::is_settled;
pub use whole::Whole;
pub use whole_error::WholeError;
