enum EncodingsTarget {}
