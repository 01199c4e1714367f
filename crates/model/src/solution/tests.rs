//! Each form, and each fault, on small texts; the files that solvers really wrote are read through the binary (`tests/suite/verify.rs`).

use super::*;
use crate::{IntegerProgram, Spec};
use morpion_rules::geometry::{BoundingBox, Variant};
use morpion_rules::record::known_game_by_id;

/// Names and values.
type Values = Vec<(String, f64)>;

fn read(text: &str) -> Solution {
    Solution::read(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

/// `x` is 1, `y` 0, in every form that names both.
const TEXTS: [(&str, &str); 9] = [
    ("a list of names and values", "x 1\ny 0\n"),
    (
        "a list of names and values",
        "# Solution for model obj\n# Objective value = 1\nx 1\ny 0\n",
    ),
    (
        "a HiGHS solution",
        "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 1\nObjective_bound 1\nMIP_rel_gap 0\n# Columns 2\nx 1\ny 0\n# Rows 1\nL3_0_0 1\n\n# Dual solution values\nNone\n\n# Basis\nHiGHS_basis_file v2\nNone\n",
    ),
    (
        "a HiGHS solution",
        "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 1\n# Columns -1 Sparse\nx 1 0\n",
    ),
    (
        "a HiGHS table",
        "Columns\n    Index Status        Lower        Upper       Primal         Dual  Type        Name\n        0                   0            1            1               Integer     x\n        1     BS            0          inf            0            0  Continuous  y\nRows\n    Index Status        Lower        Upper       Primal         Dual  Name\n        0                -inf            1            1               L3_0_0\n\nModel status: Optimal\n\nObjective value: 1\n",
    ),
    (
        "a SCIP solution",
        "solution status: optimal solution found\nobjective value:                                    1\nx                                                   1 \t(obj:1)\ny  0 \t(obj:1)\n",
    ),
    (
        "a CBC solution",
        "Optimal - objective value -1.00000000\n      0 x                  1                      -1\n**    7 y   0  0\n",
    ),
    (
        "the output of a pseudo-Boolean solver",
        "c a comment\no -3\no -1\ns OPTIMUM FOUND\nv x -y\n",
    ),
    (
        "a list of names and values",
        "\u{feff}x\t1.0\r\n\r\ny -0\r\n",
    ),
];

#[test]
fn each_form_is_read() {
    for (form, text) in TEXTS {
        let solution = read(text);
        assert_eq!(solution.form, form);
        assert_eq!(solution.values[0], ("x".to_owned(), 1.0), "{text}");
        let is_sparse = text.contains("Sparse");
        let rest = if is_sparse {
            vec![]
        } else {
            vec![("y".to_owned(), 0.0)]
        };
        assert_eq!(solution.values[1..], rest, "{text}");
        let has_objective =
            text.to_ascii_lowercase().contains("objective") || text.contains("o -1");
        assert_eq!(
            solution.objective.map(f64::abs),
            has_objective.then_some(1.0),
            "{text}"
        );
        let has_status = form != "a list of names and values";
        assert_eq!(solution.status.is_some(), has_status, "{text}");
    }
}

#[test]
fn a_file_without_a_solution_says_so() {
    for (text, words) in [
        ("", "a list of names and values without a solution"),
        (
            "# a comment\n",
            "a list of names and values without a solution",
        ),
        (
            "Model status\nInfeasible\n\n# Primal solution values\nNone\n",
            "a HiGHS solution without a solution: Infeasible",
        ),
        (
            "solution status: infeasible\nno solution available\n",
            "a SCIP solution without a solution: infeasible",
        ),
        (
            "Infeasible - objective value 0.00000000\n",
            "a CBC solution without a solution: Infeasible",
        ),
        (
            "s UNSATISFIABLE\n",
            "the output of a pseudo-Boolean solver without a solution: UNSATISFIABLE",
        ),
    ] {
        assert_eq!(Solution::read(text).unwrap_err().to_string(), words);
    }
}

#[test]
fn the_first_line_that_cannot_be_read_is_named() {
    for (text, words) in [
        ("x 1\n\nhello\n", "line 3: `hello` is not a line of a list"),
        ("x 1 2\n", "line 1: `x 1 2`"),
        ("x one\n", "line 1: `x one`"),
        ("x nan\n", "line 1: `x nan`"),
        ("1 2\n", "line 1: `1 2`"),
        (
            "solution status: optimal\nobjective value: none\n",
            "line 2",
        ),
        (
            "solution status: optimal\nx\n",
            "line 2: `x` is not a line of a SCIP solution",
        ),
        (
            "Optimal - objective value 1\n0 x\n",
            "line 2: `0 x` is not a line of a CBC",
        ),
        ("v x1\nx2\n", "line 2: `x2` is not a line of the output"),
        (
            "Model status\nOptimal\n# Primal solution values\nFeasible\n# Columns 1\nx\n",
            "line 6",
        ),
        (
            "Columns\nIndex\n0 0 1 x\n",
            "line 3: `0 0 1 x` is not a line of a HiGHS table",
        ),
    ] {
        let error = Solution::read(text).unwrap_err().to_string();
        assert!(error.starts_with(words), "{error}");
    }
}

/// A game and the program of its box.
fn rosin() -> (IntegerProgram, Vec<Move>) {
    let game = known_game_by_id("5D/rosin82").unwrap();
    let bounding_box = BoundingBox::of_moves(game.variant, &game.moves).unwrap();
    let spec = Spec {
        ord: true,
        ..Spec::graphs(game.variant, bounding_box)
    };
    (IntegerProgram::new(spec), game.moves)
}

/// The values of moves by the names of the columns.
fn named(program: &IntegerProgram, moves: &[Move]) -> Values {
    let values = program.assignment(moves).unwrap();
    let pairs = program.columns.iter().zip(values);
    pairs
        .map(|(column, value)| (column.variable.to_string(), value as f64))
        .collect()
}

fn solution(values: Values) -> Solution {
    Solution {
        values,
        ..Solution::default()
    }
}

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_unstable();
    moves
}

#[test]
fn the_values_of_a_game_give_its_moves() {
    let (program, game) = rosin();
    let mut solution = solution(named(&program, &game));
    let moves = solution.moves(&program, Format::Lp).unwrap();
    assert_eq!(sorted(moves), sorted(game.clone()));
    // In another order, with the noise of a solver, and a minimiser's objective.
    solution.values.reverse();
    solution
        .values
        .iter_mut()
        .for_each(|(_, value)| *value += 1e-6);
    solution.objective = Some(-82.0);
    let moves = solution.moves(&program, Format::Lp).unwrap();
    assert_eq!(sorted(moves), sorted(game.clone()));
    // Zeros may be left out, and all dots.
    solution
        .values
        .retain(|(name, value)| *value > 0.5 && name.starts_with("move"));
    assert_eq!(solution.values.len(), 82);
    assert_eq!(
        sorted(solution.moves(&program, Format::Lp).unwrap()),
        sorted(game)
    );
}

#[test]
fn opb_files_number_their_columns() {
    let (program, game) = rosin();
    let values = named(&program, &game);
    let numbered = values
        .iter()
        .enumerate()
        .filter(|(_, (name, _))| !name.starts_with("ord"));
    let numbered = numbered
        .map(|(i, (_, value))| (format!("x{}", i + 1), *value))
        .collect();
    let solution = solution(numbered);
    assert_eq!(
        sorted(solution.moves(&program, Format::Opb).unwrap()),
        sorted(game)
    );
    assert_eq!(
        solution.moves(&program, Format::Lp),
        Err(SolutionFault::Unknown("x1".to_owned()))
    );
}

#[test]
fn every_fault_is_told() {
    let (program, game) = rosin();
    let values = named(&program, &game);
    let at = |name: &str| values.iter().position(|(n, _)| n == name).unwrap();
    let fault = |change: &dyn Fn(&mut Values)| {
        let mut changed = values.clone();
        change(&mut changed);
        solution(changed).moves(&program, Format::Lp).unwrap_err()
    };
    let first = game[0].dot();
    let (dot, cell) = (Variable::Dot(first), at(&Variable::Dot(first).to_string()));
    assert_eq!(fault(&|v| v[cell].1 = 0.0), SolutionFault::NoDot(dot));
    assert_eq!(fault(&|v| drop(v.remove(cell))), SolutionFault::NoDot(dot));
    let corner = values
        .iter()
        .position(|(n, v)| n.starts_with("dot") && *v == 0.0)
        .unwrap();
    assert_eq!(
        fault(&|v| v[corner].1 = 1.0),
        SolutionFault::LooseDot(program.columns[corner].variable)
    );
    for bad in [0.5, 2.0, -1.0, 0.999] {
        let name = dot.to_string();
        assert_eq!(
            fault(&|v| v[cell].1 = bad),
            SolutionFault::NotBinary(name, bad)
        );
    }
    let again = |v: &mut Values| v.push(values[cell].clone());
    assert_eq!(fault(&again), SolutionFault::Twice(dot.to_string()));
    let other = |v: &mut Values| v.push(("dot_99_99".to_owned(), 0.0));
    assert_eq!(
        fault(&other),
        SolutionFault::Unknown("dot_99_99".to_owned())
    );
    let lying = Solution {
        objective: Some(83.0),
        ..solution(values)
    };
    let (said, found) = (83.0, 82);
    assert_eq!(
        lying.moves(&program, Format::Lp),
        Err(SolutionFault::Objective { said, found })
    );
}

#[test]
fn no_moves_are_no_moves() {
    let program = IntegerProgram::new(Spec::graphs(Variant::T4, BoundingBox::default()));
    let values = named(&program, &[]);
    assert_eq!(solution(values).moves(&program, Format::Lp), Ok(vec![]));
}
