//! Comparisons of all variants, plain and symmetric, each from the facts in its own results folder.

use std::path::Path;

use super::compare::{Comparison, compare};
use morpion_proof::claim::Setting;
use morpion_results::{
    Facts, RUN_FILE, StoreError, Whole, WholeError, folder_name, read_folder_about,
};
use morpion_rules::geometry::Variant;
use morpion_rules::record::Game;

/// Why the settings cannot be compared.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SurveyError {
    /// The results about boxes cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The statements about all games at once cannot be used.
    #[error(transparent)]
    Whole(#[from] WholeError),
}

/// Compares the four variants, the most played first, each plain and then with point symmetry; if `only` is given, just that one. A
/// folder need not be there. A bound on all games of a variant bounds the symmetric ones.
///
/// # Errors
/// A folder that is there cannot be used.
pub fn survey(
    results: &Path,
    games: &[Game],
    only: Option<Variant>,
) -> Result<Vec<Comparison>, SurveyError> {
    let variants = [Variant::D5, Variant::T5, Variant::D4, Variant::T4];
    let mut all = Vec::new();
    for variant in variants
        .into_iter()
        .filter(|&v| only.is_none_or(|o| o == v))
    {
        let read = |symmetric| read(results, Setting { variant, symmetric }, games);
        let (plain, mut symmetric) = (read(false)?, read(true)?);
        symmetric.inherit(&plain);
        all.extend([plain, symmetric]);
    }
    Ok(all)
}

fn read(results: &Path, setting: Setting, games: &[Game]) -> Result<Comparison, SurveyError> {
    let folder = results.join(folder_name(setting));
    let facts = if folder.join(RUN_FILE).exists() {
        read_folder_about(&folder, setting)?
    } else {
        Facts::new()
    };
    let whole = Whole::read(&folder, setting)?;
    Ok(compare(setting, &facts, &whole, games))
}
