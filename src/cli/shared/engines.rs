//! The engines by the names the user gives them.

use anyhow::Context;

use morpion_proof::engine::Engine;
use morpion_rules::geometry::Variant;

/// How the integer program tells games from graphs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::cli) enum OrderForm {
    Ord,
    #[default]
    Cuts,
}

/// Which engine.
#[derive(Clone, Debug, clap::Args)]
pub(in crate::cli) struct Choice {
    /// The engine that solves boxes: exact (5D; proves) or highs (claims) [default: exact in 5D, else highs].
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) engine: Option<String>,
    /// Let HiGHS search one box on several threads, as many as --jobs has for it. Its tree and its time then differ from run to run.
    #[arg(long)]
    parallel: bool,
}

/// The engine that was chosen. When none is named, the exact one for 5D, and for other variants HiGHS where this program has it.
///
/// # Errors
/// This program was built without it, it is for another variant, or it knows no such option.
pub(in crate::cli) fn choose(
    choice: &Choice,
    variant: Variant,
    order: OrderForm,
) -> anyhow::Result<Box<dyn Engine>> {
    let (has_highs, is_5d) = (cfg!(feature = "highs"), variant == Variant::D5);
    let default = if is_5d || !has_highs {
        "exact"
    } else {
        "highs"
    };
    let name = choice.engine.as_deref().unwrap_or(default);
    let engines = available(order, choice.parallel);
    let known: Vec<&str> = engines.iter().map(|e| e.name()).collect();
    let known = known.join(", ");
    let engine = engines.into_iter().find(|e| e.name() == name);
    let engine = engine.with_context(|| {
        format!("this program was built without an engine `{name}` (it has: {known})")
    })?;
    let hint = if has_highs {
        "say --engine highs"
    } else {
        "build this program with HiGHS, which bounds the other variants, too"
    };
    anyhow::ensure!(
        is_5d || name != "exact",
        "the exact engine is for 5D only, not for {variant}: {hint}"
    );
    anyhow::ensure!(
        !choice.parallel || name == "highs",
        "--parallel is for HiGHS, and the exact engine shares a box among --jobs threads by itself: leave --parallel away, or say --engine highs"
    );
    Ok(engine)
}

/// Every engine this program was built with.
fn available(order: OrderForm, parallel: bool) -> Vec<Box<dyn Engine>> {
    #[cfg(feature = "highs")]
    use morpion_model::highs::{Highs, Order};
    #[cfg(feature = "highs")]
    let order = match order {
        OrderForm::Ord => Order::Ord,
        OrderForm::Cuts => Order::Cuts,
    };
    #[cfg(not(feature = "highs"))]
    let _ = (order, parallel);
    vec![
        Box::new(morpion_proof::engine::exact::Exact::default()),
        #[cfg(feature = "highs")]
        Box::new(Highs { order, parallel }),
    ]
}
