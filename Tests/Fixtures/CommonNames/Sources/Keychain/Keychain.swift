enum KeychainTarget {}
