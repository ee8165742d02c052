import FoundationEssentials
import HTTPMessages
import OpenID
import RequestPipeline
import SecretStorage
import Synchronization

/// Renewals that fail: at the tenant, on the way to it, or at the store after it.
extension Grant {
    func fail(_ sent: Sent, _ error: AuthenticationError, _ outbox: Outbox) {
        let transport = error.cause as? TransportError
        if error.code == "invalid_grant", transport == nil { return lose(sent, error, outbox) }
        var record = sent.marked.record
        if (300..<500).contains(error.statusCode) || transport?.requestMayHaveArrived == false {
            record.endRenewal()
        } else {
            // The tenant may have spent the refresh token. Other machines need not wait: no answer comes any more.
            record.isRenewalOver = true
        }
        replace(sent.marked, with: record)
        retry(sent, error, outbox)
    }

    /// Begins the calls anew after a pause, as often as the configuration allows.
    private func retry(_ sent: Sent, _ error: AuthenticationError, _ outbox: Outbox) {
        let calls = calls(sharing: sent.exchange.call)
        var later: [RenewalCall] = []
        var longest = Duration.zero
        for call in calls {
            if error.isRetryable, let delay = delay(attempt: call.countAttempt(), after: error) {
                later.append(call)
                longest = max(longest, delay)
            } else {
                outbox.complete(call, .failure(call.failure.because(of: error)))
            }
        }
        guard !later.isEmpty else { return }
        queue.withLock { [later] queue in queue.waiting.removeAll { call in later.contains { $0 === call } } }
        configuration.alarm.ring(after: longest) { [later] in
            for call in later where !call.isOver { _ = self.add(call) }
        }
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
    private func lose(_ sent: Sent, _ error: AuthenticationError, _ outbox: Outbox) {
        var record = sent.marked.record
        record.endRenewal()
        record.credentials = record.credentials?.withoutRefreshToken
        do {
            switch try settle(sent.marked, with: record) {
            case .stored(let written): note(written, as: .refreshTokenRefused, outbox)
            case .superseded(let stored):
                // Another process has renewed in spite of the lock, or the user signed out: the calls are decided anew.
                return note(stored, as: .changedElsewhere, outbox)
            }
        } catch {}  // The refused token stays stored, and the next renewal finds out again.
        for call in calls(sharing: sent.exchange.call) {
            let failure = sent.wasInterrupted ? .renewalInterrupted : call.failure
            outbox.complete(call, .failure(failure.because(of: error)))
        }
    }

    /// Handles tokens that were not validated: the old ones stay, with the new refresh token, and for a short time nothing
    /// is sent.
    func refuse(_ sent: Sent, _ record: GrantRecord?, _ error: AuthenticationError, _ outbox: Outbox) {
        var kept = record ?? sent.exchange.record
        kept.thumbprint = sent.marked.record.thumbprint
        kept.endRenewal()
        kept.refusedAt = now
        queue.withLock { $0.refusal = error }
        do {
            switch try settle(sent.marked, with: kept) {
            case .stored(let written): note(written, as: nil)
            case .superseded(let stored):
                note(stored, as: .changedElsewhere, outbox)
                if let record { revoke(record, unlessOf: stored?.record) }
            }
        } catch {
            // The stored refresh token is spent: its successor must not be lost.
            keep(UnsavedRecord(kept, replacing: sent.marked, under: sent.lock))
        }
        for call in calls(sharing: sent.exchange.call) {
            outbox.complete(call, .failure(call.failure.because(of: error)))
        }
    }

    /// Replaces the marked record if possible. If not, the mark stays, and the next renewal sends the same refresh token.
    private func replace(_ marked: Stored, with record: GrantRecord) {
        if case .stored(let written)? = try? settle(marked, with: record) { note(written, as: nil) }
    }

    // MARK: DPoP

    /// Checks that the client has the key that the tokens are bound to, and notes its thumbprint.
    func checkDPoP(_ record: inout GrantRecord, for call: RenewalCall) throws(CredentialsManagerError) {
        let isBound = record.credentials?.tokenType.lowercased() == "dpop"
        guard isBound || record.thumbprint != nil else { return }
        guard let dpop = authentication.dpop else { throw .dpopNotConfigured }
        let key: ProofKey?
        do {
            key = try dpop.sender.keys.keyNow(dpop.keychainIdentifier, creating: false)
        } catch { throw call.failure.because(of: DPoPError(error)) }
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
