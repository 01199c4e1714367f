//! Reading and writing games: Pentasol and MSR.
