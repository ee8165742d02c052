import FoundationEssentials
public import QRCodeSymbols

extension DeviceAuthorization {
    /// The QR code for a phone: the address with the code, or only the address; `nil` when it is too long.
    ///
    /// Show the code next to it: the user compares it with the code on the phone, RFC 8628 §3.3.1. Its error correction
    /// is the lowest, for a screen; for paper create a ``QRCodeSymbols/QRSymbol`` with more.
    public var qrCode: QRSymbol? {
        let address = verificationURIComplete ?? verificationURI
        return try? QRSymbol(address.absoluteString, errorCorrection: .low)
    }
}
