//! Some of the tables: `reflexive`, `new-heuristics/1`.

use std::str::FromStr;

use super::experiment::{Content, Paper, Table};

/// A paper, or one of its tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    paper: Paper,
    table: Option<String>,
}

/// There is no such paper or table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChoiceError {
    /// No paper has the name.
    #[error("there is no paper `{0}`: use one of {names}", names = Paper::ALL.iter().map(|p| p.name()).collect::<Vec<_>>().join(", "))]
    Paper(String),
    /// The paper has no such table.
    #[error("{paper} has no table `{table}`: use one of {tables}")]
    Table {
        /// The paper.
        paper: &'static str,
        /// What was asked for.
        table: String,
        /// Its tables.
        tables: String,
    },
}

impl FromStr for Choice {
    type Err = ChoiceError;

    fn from_str(text: &str) -> Result<Self, ChoiceError> {
        let (name, table) = match text.trim().split_once('/') {
            Some((name, table)) => (name, Some(table.to_owned())),
            None => (text.trim(), None),
        };
        let paper = Paper::ALL.iter().copied().find(|p| p.name() == name);
        let paper = paper.ok_or_else(|| ChoiceError::Paper(name.to_owned()))?;
        Ok(Self { paper, table })
    }
}

impl Choice {
    fn takes(&self, table: &Table) -> bool {
        let is_named = |name: &String| table.names.contains(&name.as_str());
        table.paper == self.paper && self.table.as_ref().is_none_or(is_named)
    }

    /// Those of `tables` that one of the choices takes; all when there is no choice. A table of best
    /// scores brings the tables along whose runs it is about.
    ///
    /// # Errors
    /// A choice that takes none.
    pub fn among(choices: &[Self], tables: Vec<Table>) -> Result<Vec<Table>, ChoiceError> {
        if let Some(vain) = choices.iter().find(|c| !tables.iter().any(|t| c.takes(t))) {
            return Err(vain.unknown(&tables));
        }
        let is_chosen = |table: &Table| choices.iter().any(|c| c.takes(table));
        let best_of: Vec<Paper> = tables
            .iter()
            .filter(|t| matches!(t.content, Content::Best(_)) && is_chosen(t))
            .map(|t| t.paper)
            .collect();
        let stays = |table: &Table| {
            choices.is_empty() || is_chosen(table) || best_of.contains(&table.paper)
        };
        Ok(tables.into_iter().filter(|t| stays(t)).collect())
    }

    fn unknown(&self, tables: &[Table]) -> ChoiceError {
        let own = tables.iter().filter(|t| t.paper == self.paper);
        let names: Vec<&str> = own.flat_map(|t| t.names).copied().collect();
        ChoiceError::Table {
            paper: self.paper.name(),
            table: self.table.clone().unwrap_or_default(),
            tables: names.join(", "),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::papers::tables;

    fn chosen(texts: &[&str]) -> Result<Vec<String>, ChoiceError> {
        let choices: Result<Vec<Choice>, _> = texts.iter().map(|t| t.parse()).collect();
        let tables = Choice::among(&choices?, tables())?;
        let name = |t: &Table| format!("{}/{}", t.paper.name(), t.name());
        Ok(tables.iter().map(name).collect())
    }

    #[test]
    fn papers_and_tables_are_chosen() {
        assert_eq!(chosen(&["reflexive/1"]).unwrap(), ["reflexive/1"]);
        let two = chosen(&["report/levels", "reflexive/2"]).unwrap();
        assert_eq!(two, ["reflexive/2", "report/levels"]);
        assert_eq!(chosen(&["reflexive"]).unwrap().len(), 4);
        assert_eq!(chosen(&[]).unwrap().len(), tables().len());
    }

    #[test]
    fn two_tables_about_the_same_runs_are_one() {
        assert_eq!(chosen(&["reflexive/5"]), chosen(&["reflexive/4"]));
    }

    #[test]
    fn best_scores_bring_their_runs_along() {
        assert_eq!(chosen(&["new-heuristics/3"]), chosen(&["new-heuristics"]));
    }

    #[test]
    fn what_is_not_there_is_refused_with_what_is() {
        let error = chosen(&["nested"]).unwrap_err().to_string();
        let names: Vec<&str> = Paper::ALL.iter().map(|p| p.name()).collect();
        assert!(error.contains(&names.join(", ")), "{error}");
        assert!(names.starts_with(&["reflexive", "new-heuristics"]));
        let error = chosen(&["reflexive/9"]).unwrap_err().to_string();
        assert!(error.contains("use one of 1, 2, 3, 4, 5"), "{error}");
    }
}
