import SecretStorage

extension SecretBytes {
    var bytes: [UInt8] { withUnsafeBytes { Array($0) } }
}

extension SecretName {
    /// The name of the secret of most tests.
    static let john = SecretName(service: "app", account: "john")
}
