enum LoopbackTarget {}
