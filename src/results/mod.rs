//! What lies in a results folder: facts about boxes, their files, certificates finished and unfinished.

mod effort;
mod facts;
mod inquiry;
mod json_text;
mod known;
pub mod moves_text;
mod names;
mod store;
mod store_error;
mod take_in;
mod unfinished;

pub use effort::Effort;
pub use facts::{
    BoxFacts, Conflict, Found, ObjectFault, Origin, Slots, Statement, check_object, check_order,
};
pub use inquiry::Inquiry;
pub(crate) use json_text::write as write_json;
pub(crate) use known::is_about;
pub use known::known_by_box;
pub(crate) use names::CERTIFICATE_ENDING;
pub use names::{
    BOXES_FOLDER, CERTIFICATES_FOLDER, FORMAT_VERSION, RUN_FILE, UNFINISHED_FOLDER, box_file_name,
    certificate_path, unfinished_path,
};
pub use store::{
    Facts, FileFault, Store, StoreError, parse_box, parse_run, read_box_file, read_folder,
};
pub use take_in::{OnConflict, TakeInError, known_or_new};
pub(crate) use unfinished::is_settled;
