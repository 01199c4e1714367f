//! The engines by the names the user gives them.

use crate::engine::Engine;
use crate::geometry::Variant;

/// How HiGHS tells games from graphs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::cli) enum OrderForm {
    Ord,
    #[default]
    Cuts,
}

/// The name of the engine that is used unless another one is asked for.
///
/// The exact engine is for 5D; other variants are for HiGHS where this program has it.
fn default_for(variant: Variant) -> &'static str {
    if variant == Variant::D5 || !cfg!(feature = "highs") {
        "exact"
    } else {
        "highs"
    }
}

/// The engine called `name`, or the one that is used for the variant when none is named.
///
/// # Errors
/// This program was built without it, or it is for another variant.
pub(in crate::cli) fn choose(
    name: Option<&str>,
    variant: Variant,
    order: OrderForm,
) -> anyhow::Result<Box<dyn Engine>> {
    let engine = by_name(name.unwrap_or_else(|| default_for(variant)), order)?;
    let hint = if cfg!(feature = "highs") {
        "say --engine highs"
    } else {
        "build this program with HiGHS, which bounds the other variants, too"
    };
    anyhow::ensure!(
        variant == Variant::D5 || engine.name() != "exact",
        "the exact engine is for 5D only, not for {variant}: {hint}"
    );
    Ok(engine)
}

/// The engine called `name`.
///
/// # Errors
/// This program was built without such an engine.
pub(in crate::cli) fn by_name(name: &str, order: OrderForm) -> anyhow::Result<Box<dyn Engine>> {
    let engines: Vec<Box<dyn Engine>> = available(order);
    let known: Vec<&str> = engines.iter().map(|e| e.name()).collect();
    let known = match known.len() {
        0 => "it has none".to_owned(),
        _ => format!("it has: {}", known.join(", ")),
    };
    let found = engines.into_iter().find(|e| e.name() == name);
    found.ok_or_else(|| {
        anyhow::anyhow!("this program was built without an engine `{name}` ({known})")
    })
}

/// Every engine this program was built with.
fn available(order: OrderForm) -> Vec<Box<dyn Engine>> {
    #[cfg(feature = "highs")]
    use crate::highs::{Highs, Order};
    #[cfg(feature = "highs")]
    let order = match order {
        OrderForm::Ord => Order::Ord,
        OrderForm::Cuts => Order::Cuts,
    };
    #[cfg(not(feature = "highs"))]
    let _ = order;
    vec![
        Box::new(crate::engine::exact::Exact::default()),
        #[cfg(feature = "highs")]
        Box::new(Highs { order }),
    ]
}
