import FoundationEssentials
public import QRCodeSymbols

extension DeviceAuthorization {
    /// What a phone scans in place of typing: the address with the code in it, or the address alone.
    ///
    /// Show the code beside it: the user compares it with what their phone shows, RFC 8628 §3.3.1. It is as small as can
    /// be, for a screen; for paper make a ``QRCodeSymbols/QRSymbol`` with more error correction.
    public var qrCode: QRSymbol? {
        let address = verificationURIComplete ?? verificationURI
        return try? QRSymbol(address.absoluteString, errorCorrection: .low)
    }
}
