enum ThreadsTarget {}
