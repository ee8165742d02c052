/// A store that is notified of changes by other processes.
package protocol ObservableSecretStore: SharedSecretStore {
    /// Calls a closure whenever a secret may have changed; does not block.
    ///
    /// The store also reports its own changes, and an interruption, in which changes may have been missed: the reader
    /// compares the stored secret with its own. Before the first connection, and while the server is unreachable,
    /// nothing is reported.
    ///
    /// - Parameters:
    ///   - name: The name of the secret.
    ///   - handler: The closure, called on a thread of the store; it must not block.
    /// - Returns: The observation, which ends with the lifetime of the object.
    func observe(_ name: SecretName, _ handler: @escaping @Sendable () -> Void) -> any SecretObservation
}

/// The observation of a secret, which ends with the lifetime of the object.
package protocol SecretObservation: AnyObject, Sendable {}
