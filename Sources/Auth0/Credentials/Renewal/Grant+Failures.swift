import FoundationEssentials
import HTTPMessages
import OpenID
import RequestPipeline
import SecretStorage
import Synchronization

/// Renewals that fail: at the tenant, on the way to it, or at the store after it.
extension Grant {
    func fail(_ sent: Sent, _ error: AuthenticationError) {
        let transport = error.cause as? TransportError
        if error.code == "invalid_grant", transport == nil { return lose(sent, error) }
        // The mark stays only when the tenant may have spent the refresh token.
        if error.statusCode != 0 || transport?.requestMayHaveArrived == false {
            var unmarked = sent.marked.record
            unmarked.renewalBegan = nil
            replace(sent.marked, with: unmarked)
        }
        retry(sent, error)
    }

    /// Begins the calls anew after a pause, as often as the configuration allows.
    private func retry(_ sent: Sent, _ error: AuthenticationError) {
        let calls = calls(sharing: sent.exchange.call)
        var later: [RenewalCall] = []
        var longest = Duration.zero
        for call in calls {
            if error.isRetryable, let delay = delay(attempt: call.countAttempt(), after: error) {
                later.append(call)
                longest = max(longest, delay)
            } else {
                call.complete(.failure(call.failure.because(of: error)))
            }
        }
        guard !later.isEmpty else { return }
        queue.withLock { [later] queue in queue.waiting.removeAll { call in later.contains { $0 === call } } }
        let pause = CancellationSlot()
        pause.fill(
            configuration.alarm.after(longest) { [later] in
                pause.letGo()
                for call in later where !call.isOver { _ = self.add(call) }
            })
    }

    /// The pause before the next attempt; `nil` when there is none.
    private func delay(attempt: Int, after error: AuthenticationError) -> Duration? {
        guard attempt <= configuration.maxRetries else { return nil }
        let limit = CredentialsManager.Configuration.maximumRetryDelay
        let delay = min(configuration.retryDelay * (1 << min(attempt - 1, 16)), limit)
        // A longer wait is the program's decision.
        guard let asked = error.retryAfter else { return delay }
        return asked <= limit ? max(asked, delay) : nil
    }

    /// Handles the tenant's proof that the refresh token is dead: it is removed, the other tokens stay.
    private func lose(_ sent: Sent, _ error: AuthenticationError) {
        var record = sent.marked.record
        record.renewalBegan = nil
        record.credentials = record.credentials?.withoutRefreshToken
        do {
            guard let written = try storage.replace(sent.marked, with: record) else {
                // Another process has renewed in spite of the lock, or the user signed out: the calls are decided anew.
                return note(try storage.read(), as: .changedElsewhere)
            }
            note(written, as: .refreshTokenRefused)
        } catch {}  // The refused token stays stored, and the next renewal finds out again.
        guard sent.wasInterrupted else { return share(error, of: sent) }
        for call in calls(sharing: sent.exchange.call) {
            call.complete(.failure(.renewalInterrupted.because(of: error)))
        }
    }

    func share(_ error: AuthenticationError, of sent: Sent) {
        for call in calls(sharing: sent.exchange.call) {
            call.complete(.failure(call.failure.because(of: error)))
        }
    }

    /// Replaces the marked record if possible. If not, the mark stays, and the next renewal sends the same refresh token.
    func replace(_ marked: Stored, with record: GrantRecord) {
        if let written = try? storage.replace(marked, with: record) { note(written, as: nil) }
    }

    /// Stores what the store refused before.
    func saveUnsaved() {
        guard let unsaved = queue.withLock({ $0.unsaved }) else { return }
        do {
            // After a sign-out, or a new login, in another process the record that was to be replaced is gone.
            note(try storage.replace(unsaved.base, with: unsaved.record), as: nil)
        } catch {
            // Refused again; the tokens stay in memory, unless the record that they replace is gone.
            let base = unsaved.base.record.generation
            let isGone = (try? storage.read().map { $0.record.generation != base } ?? true) ?? false
            guard isGone else { return }
        }
        queue.withLock { $0.unsaved = nil }
        unsaved.lock.release()
    }

    // MARK: DPoP

    /// Checks that the client has the key that the tokens are bound to, and notes its thumbprint.
    func checkDPoP(_ record: inout GrantRecord) throws(CredentialsManagerError) {
        let isBound = record.credentials?.tokenType.lowercased() == "dpop"
        guard isBound || record.thumbprint != nil else { return }
        guard let dpop = authentication.dpop else { throw .dpopNotConfigured }
        let key: ProofKey?
        do {
            key = try dpop.sender.keys.keyNow(dpop.keychainIdentifier, creating: false)
        } catch { throw .renewFailed.because(of: DPoPError(error)) }
        guard let key else { throw .dpopKeyMissing }
        guard record.thumbprint.map({ key.thumbprint.utf8.elementsEqual($0.utf8) }) ?? true else {
            throw .dpopKeyMismatch
        }
        record.thumbprint = key.thumbprint
    }
}

extension Credentials {
    /// The credentials without the refresh token.
    fileprivate var withoutRefreshToken: Credentials {
        Credentials(
            accessToken: accessToken, tokenType: tokenType, idToken: idToken, refreshToken: nil, expiresIn: expiresIn,
            scope: scope, recoveryCode: recoveryCode, authorizationDetails: authorizationDetails)
    }
}
