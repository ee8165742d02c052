enum PasskeysTarget {}
