enum QRCodeTarget {}
