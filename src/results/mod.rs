//! What lies in a results folder: facts about boxes, their files, certificates finished and unfinished.

mod counted;
mod effort;
mod facts;
mod inquiry;
mod json_text;
mod known;
mod lock;
pub(crate) mod moves_text;
mod names;
mod store;
mod store_error;
mod take_in;
mod unfinished;

pub(crate) use counted::Counted;
pub(crate) use facts::{BoxFacts, Conflict, ObjectFault, Slots, Statement};
pub use facts::{Found, Origin, check_object, check_order};
pub(crate) use inquiry::Inquiry;
pub(crate) use json_text::write as write_json;
pub(crate) use known::is_about;
pub(crate) use known::known_by_box;
pub(crate) use names::CERTIFICATE_ENDING;
pub use names::UNFINISHED_FOLDER;
pub(crate) use names::{
    BOXES_FOLDER, CERTIFICATES_FOLDER, RUN_FILE, box_file_name, certificate_path, unfinished_path,
};
pub(crate) use store::FileFault;
pub use store::{Facts, Store, StoreError, parse_box, parse_run, read_folder};
pub(crate) use take_in::{OnConflict, TakeInError, known_or_new};
pub(crate) use unfinished::is_settled;
