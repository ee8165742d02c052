import SecretStorage

extension SecretBytes {
    var bytes: [UInt8] { withUnsafeBytes { Array($0) } }
}
