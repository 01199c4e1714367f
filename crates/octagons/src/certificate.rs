//! Writes certificates: `paper/octagon-certificate.md`, section 7.

use crate::steps::Step;
use crate::table::Table;
use std::io;

/// How a node ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Its bound closes it.
    Closed,
    /// Does the side hold a line inside?
    Inside(usize),
    /// At which ends do its lines stick out?
    Ends(usize),
}

/// A case of an octagon, and how it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// Which schedule.
    pub schedule: usize,
    /// How many steps of it.
    pub steps: usize,
    /// How it ends; cases follow.
    pub end: End,
}

/// How an octagon is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closing {
    /// Which table.
    pub table: usize,
    /// λ in 1/8.
    pub line: u8,
    /// Its nodes, each before its cases.
    pub nodes: Vec<Node>,
}

impl Closing {
    /// Its bytes.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend([self.table as u8, self.line]);
        for node in &self.nodes {
            bytes.push(node.schedule as u8);
            bytes.extend((node.steps as u16).to_le_bytes());
            bytes.push(match node.end {
                End::Closed => 0,
                End::Inside(side) => 1 + side as u8,
                End::Ends(side) => 9 + side as u8,
            });
        }
    }
}

/// Everything before the octagons: N, which octagons, tables and schedules.
pub fn head(
    moves: i32,
    range: std::ops::Range<usize>,
    tables: &[Table],
    schedules: &[Vec<Step>],
) -> Vec<u8> {
    let mut bytes = format!("morpion-octagons 1 5T at-most {moves}\n").into_bytes();
    bytes.extend((range.start as u32).to_le_bytes());
    bytes.extend((range.end as u32).to_le_bytes());
    bytes.push(tables.len() as u8);
    for table in tables {
        table
            .signed
            .iter()
            .for_each(|n| bytes.extend(n.to_le_bytes()));
        table
            .pairs
            .iter()
            .for_each(|n| bytes.extend(n.to_le_bytes()));
    }
    bytes.push(schedules.len() as u8);
    for schedule in schedules {
        bytes.extend((schedule.len() as u16).to_le_bytes());
        for step in schedule {
            bytes.push(step.smoothness);
            bytes.extend(step.pace.to_le_bytes());
            bytes.push(step.momentum);
            bytes.extend(step.line_pace.to_le_bytes());
            bytes.extend(step.line_limit.to_le_bytes());
        }
    }
    bytes
}

/// A certificate, packed.
///
/// # Errors
/// The packer fails.
pub fn packed(bytes: &[u8]) -> io::Result<Vec<u8>> {
    zstd::encode_all(bytes, 19)
}
