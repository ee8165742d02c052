import SecretStorage

extension SecretName {
    /// The name of the secret of most tests.
    static let john = SecretName(service: "app", account: "john")
}
