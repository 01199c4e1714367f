//! Exact polishing as one of the algorithms.

use super::method::{Method, SettleError, Task};
use crate::windows::Polish;

impl Method for Polish {
    fn settle(&mut self, task: &mut Task) -> Result<(), SettleError> {
        self.symmetric = task.symmetric;
        self.within = task.start.within;
        self.start = std::mem::take(&mut task.around);
        if self.start.is_empty() {
            self.start = [&task.start.kept[..], &task.rest].concat();
        }
        Ok(())
    }

    fn ends(&self) -> bool {
        true
    }
}
