enum ProgramsTarget {}
