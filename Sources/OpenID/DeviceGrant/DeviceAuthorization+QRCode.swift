import FoundationEssentials
public import QRCodeSymbols

extension DeviceAuthorization {
    /// The QR code for a phone: the address with the code in it, or the address alone; `nil` when it is too long.
    ///
    /// Show the code beside it: the user compares it with the one that the phone shows, RFC 8628 §3.3.1. Its error
    /// correction is the lowest, for a screen; for paper create a ``QRCodeSymbols/QRSymbol`` with more.
    public var qrCode: QRSymbol? {
        let address = verificationURIComplete ?? verificationURI
        return try? QRSymbol(address.absoluteString, errorCorrection: .low)
    }
}
