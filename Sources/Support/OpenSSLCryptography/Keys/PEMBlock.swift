import CAuth0OpenSSL

/// One block of a text in PEM: a label and bytes (RFC 7468).
package struct PEMBlock: Sendable {
    package let label: String
    /// Whether the bytes are encrypted: by the label, or by the header of the older format.
    package let isEncrypted: Bool
    package let bytes: SecretBytes

    /// Returns the first block with one of several labels before the first damaged block; other text is ignored.
    package static func first(in text: String, labeled labels: Set<String>) -> PEMBlock? {
        OpenSSLLibrary.start()
        var text = text
        return text.withUTF8 { bytes in
            guard let input = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else { return nil }
            defer {
                BIO_free_all(input)
                ERR_clear_error()
            }
            while let block = next(input) {
                if labels.contains(block.label) { return block }
            }
            return nil
        }
    }

    private static func next(_ input: OpaquePointer) -> PEMBlock? {
        var (label, header): (UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?)
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard PEM_read_bio(input, &label, &header, &bytes, &count) == 1, let label, let header, let bytes else {
            return nil
        }
        defer {
            shim_clear_free(label, 0)
            shim_clear_free(header, 0)
            shim_clear_free(bytes, count)
        }
        let name = String(cString: label)
        return PEMBlock(
            label: name,
            isEncrypted: name == "ENCRYPTED PRIVATE KEY" || String(cString: header).contains("ENCRYPTED"),
            bytes: SecretBytes(UnsafeBufferPointer(start: bytes, count: count)))
    }
}
