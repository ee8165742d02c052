enum TerminalsTarget {}
