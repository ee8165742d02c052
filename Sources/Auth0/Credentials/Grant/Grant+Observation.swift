import SecretStorage
import Streams

/// Changes by others, noticed without a call where the store tells of them.
extension Grant {
    /// The changes; while there is a subscriber, those of others are noticed when the store tells of them.
    var observedChanges: AnyPublisher<CredentialsManager.Change, Never> {
        guard let store = storage.store as? any ObservableSecretStore else { return changes.eraseToAnyPublisher() }
        return Deferred { [self] in
            let observation = store.observe(storage.name) { [weak self] in self?.readAgain() }
            readAgain()
            // The closure lives as long as the subscription, and the observation with it.
            return changes.handleEvents(receiveCancel: { withExtendedLifetime(observation) {} })
        }
        .eraseToAnyPublisher()
    }

    /// Reads the record on a thread that may block, unless the copy in memory is the stored one.
    private func readAgain() {
        guard current == nil else { return }
        WorkerThreads.beginning.run({ _ = try? self.state() }, orElse: {})
    }
}
