enum CryptographyTarget {}
