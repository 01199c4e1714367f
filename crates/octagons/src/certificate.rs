//! Writes certificates: `paper/octagon-certificate.md`, section 7.

use crate::steps::Step;
use crate::table::Table;

/// The end of a node: closed, or a question that leads to cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Its bound closes it.
    Closed,
    /// The question: does the side hold a line inside?
    Inside(usize),
    /// The question: at which ends do the side's lines stick out?
    Ends(usize),
}

/// A case of an octagon, and how it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The number of its schedule.
    pub schedule: usize,
    /// The number of steps of the schedule.
    pub steps: usize,
    /// The end of the node; its cases follow.
    pub end: End,
}

/// The way in which an octagon is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closing {
    /// The number of the table.
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
