import FoundationEssentials
import SecretStorage

/// The results of token requests, and the writes that store them.
extension RenewalState {
    /// A result that is being stored in place of a record.
    ///
    /// Changes by other callers during the renewal are kept: they may store or remove tokens of resources, and rewrite
    /// the file.
    package struct Settlement: Sendable {
        /// The reason of the write.
        package enum Purpose: Sendable {
            /// New tokens.
            case renewed(TokenRequest, RenewalCall.Outcome)
            /// Tokens that were not validated: the old tokens stay, with the new refresh token if there is one.
            case refused(TokenRequest, hasNewToken: Bool, any Error)
            /// The provider refuses the refresh token.
            case lost(TokenRequest, TokenFailure, wasInterrupted: Bool)
            /// The request failed.
            case failed(TokenRequest, TokenFailure)
            /// The lock was lost before the request was sent.
            case unmarking
            /// A record that the store refused earlier, after a pause or before calls are decided.
            case saving(isTimed: Bool)
        }

        package let purpose: Purpose
        /// The record with the mark of the renewal.
        let marked: LoginRecord
        let result: LoginRecord
        /// The stored record that is being replaced.
        var base: Stored
        let lock: LoginLock
        /// The number of writes in a row that a change by another caller has prevented.
        var prevented = 0
    }

    /// The end of a settlement.
    private enum Ending {
        case stored(Stored)
        /// After a sign-out, or another login, which is stored.
        case superseded(by: Stored?)
        case failed(any Error)
    }

    /// Begins to store a result.
    mutating func settle(
        _ purpose: Settlement.Purpose, _ base: Stored, with result: LoginRecord, _ lock: LoginLock
    ) -> [Action] {
        phase = .settling(
            Settlement(purpose: purpose, marked: base.record, result: result, base: base, lock: lock))
        return [.replace(base, with: result)]
    }

    mutating func replaced(
        _ result: Result<Stored?, any Error>, _ settlement: Settlement, at now: Moment
    ) -> [Action] {
        switch result {
        case .failure(let error): return end(settlement, .failed(error), at: now)
        // The program may have stored or removed a login after the write.
        case .success(let written?) where overtaking.map({ $0?.login == written.record.login }) ?? true:
            return end(settlement, .stored(written), at: now)
        // Another caller has changed the record.
        case .success: return [.read]
        }
    }

    mutating func read(_ result: Result<Stored?, any Error>, _ settlement: Settlement, at now: Moment) -> [Action] {
        switch result {
        case .failure(let error): return end(settlement, .failed(error), at: now)
        case .success(nil): return end(settlement, .superseded(by: nil), at: now)
        case .success(let stored?):
            if stored.record.isSameState(as: settlement.result) { return end(settlement, .stored(stored), at: now) }
            guard stored.record.isBeingRenewed(from: settlement.marked) else {
                return end(settlement, .superseded(by: stored), at: now)
            }
            var next = settlement
            (next.base, next.prevented) = (stored, settlement.prevented + 1)
            guard next.prevented < Rules.maximumPreventedWrites else {
                return end(settlement, .failed(Self.prevented), at: now)
            }
            phase = .settling(next)
            return [
                .replace(stored, with: settlement.result.keeping(changesFrom: settlement.marked, to: stored.record))
            ]
        }
    }

    /// The error of a store whose comparison never succeeds.
    static let prevented = SecretStoreError(
        .failed,
        detail: "the store has found another secret than it returned, \(Rules.maximumPreventedWrites) times in a row")

    // MARK: Answers

    mutating func answered(_ answer: TokenAnswer, _ sent: Sent, at now: Moment) -> [Action] {
        let (record, request) = (sent.marked.record, sent.request)
        switch answer {
        case .tokens(let tokens):
            refusal = nil
            let (result, outcome) = Self.result(of: tokens, for: request.call, record, at: now.date)
            return settle(.renewed(request, outcome), sent.marked, with: result, sent.lock)
        case .notValidated(let refreshToken, let isForeign, let error):
            refusal = error
            var kept = isForeign ? record : record.rotated(to: refreshToken, idToken: "", at: now.date)
            (kept.mark, kept.refusedAt) = (nil, now.date)
            return settle(.refused(request, hasNewToken: !isForeign, error), sent.marked, with: kept, sent.lock)
        case .failure(let failure):
            var next = record
            switch failure.effect {
            case .refused:
                next.credentials = record.credentials?.replacing { $0.refreshToken = nil }
                next.mark = nil
                let purpose = Settlement.Purpose.lost(request, failure, wasInterrupted: sent.wasInterrupted)
                return settle(purpose, sent.marked, with: next, sent.lock)
            case .none: next.mark = nil
            // Other machines need not wait, because no answer will arrive.
            case .unknown: next.mark?.isOver = true
            }
            return settle(.failed(request, failure), sent.marked, with: next, sent.lock)
        }
    }

    private static func result(
        of tokens: TokenAnswer.Tokens, for call: RenewalCall, _ record: LoginRecord, at now: Date
    ) -> (LoginRecord, RenewalCall.Outcome) {
        switch tokens {
        case .login(let credentials):
            var next = record.renewed(with: credentials, at: now)
            if case .credentials(let scope, _) = call.need {
                next.requestedScope = scope
            } else {
                next.requestedScope = nil
            }
            return (next, .credentials(credentials))
        case .resource(let tokens, let refreshToken, let idToken):
            var next = record.rotated(to: refreshToken, idToken: idToken, at: now)
            if case .resource(let audience, let scope, _) = call.need {
                let key = LoginRecord.resourceKey(audience: audience, scope: scope)
                next.resources[key] = LoginRecord.ResourceEntry(tokens: tokens, storedAt: now)
            }
            return (next, .resource(tokens))
        case .exchanged(let value, let refreshToken, let idToken):
            return (record.rotated(to: refreshToken, idToken: idToken, at: now), .exchanged(value))
        }
    }

    // MARK: Ends

    private mutating func end(_ settlement: Settlement, _ ending: Ending, at now: Moment) -> [Action] {
        var (actions, ending) = ([Action](), ending)
        // A result that the store refuses is not kept if the program has stored or removed a login since.
        if case .failed = ending, overtaking != nil { ending = .superseded(by: known) }
        switch settlement.purpose {
        case .renewed(let request, let outcome):
            actions = renewed(settlement, ending, request, outcome, at: now)
        case .refused(let request, let hasNewToken, let error):
            actions = refused(settlement, ending, hasNewToken)
            // The calls belong to another login now, or there is none.
            if case .superseded = ending { break }
            actions += fail(sharing(request.call), StoredLoginError(.renewalFailed, because: error))
        case .lost(let request, let failure, let wasInterrupted):
            actions = [.release(settlement.lock)] + noted(ending, as: .refreshTokenRefused)
            // Another process has renewed in spite of the lock, or the user signed out: the calls are evaluated again.
            if case .superseded = ending { break }
            // A refused token that stays stored is refused again.
            let code: StoredLoginError.Code = wasInterrupted ? .renewalInterrupted : .renewalFailed
            actions += fail(sharing(request.call), StoredLoginError(code, because: failure.error))
        case .failed(let request, let failure):
            actions = [.release(settlement.lock)] + noted(ending, as: nil)
            if case .superseded = ending { break }
            // If the mark stays, the next renewal sends the same refresh token.
            actions += retry(request, after: failure)
        case .unmarking:
            return [.release(settlement.lock)] + noted(ending, as: nil)
                + waitForOthers(StoredLoginError(.lockTimeout), at: now)
        case .saving(let isTimed): return saved(settlement, ending, isTimed, at: now)
        }
        return actions + begin()
    }

    private mutating func renewed(
        _ settlement: Settlement, _ ending: Ending, _ request: TokenRequest, _ outcome: RenewalCall.Outcome,
        at now: Moment
    ) -> [Action] {
        switch ending {
        case .stored:
            let calls = sharing(request.call)
            remove(calls)
            return [.release(settlement.lock)] + noted(ending, as: .renewed)
                + calls.map { .complete($0.id, Self.result(for: $0, outcome, at: now.date)) }
        case .superseded(let stored):
            // After a sign-out or a new login, the calls are evaluated again, against the stored record.
            return [.release(settlement.lock)] + noted(ending, as: nil)
                + revoke(settlement.result, unlessOf: stored?.record)
        case .failed(let error):
            let failure = StoredLoginError(.storeFailed, because: error, notPersisted: settlement.result.credentials)
            return keep(settlement) + fail(sharing(request.call), failure)
        }
    }

    private mutating func refused(_ settlement: Settlement, _ ending: Ending, _ hasNewToken: Bool) -> [Action] {
        switch ending {
        case .stored: [.release(settlement.lock)] + noted(ending, as: nil)
        case .superseded(let stored):
            [.release(settlement.lock)] + noted(ending, as: nil)
                + (hasNewToken ? revoke(settlement.result, unlessOf: stored?.record) : [])
        // The stored refresh token is spent: its successor must not be lost.
        case .failed: keep(settlement)
        }
    }

    private mutating func noted(_ ending: Ending, as change: LoginChange?) -> [Action] {
        switch ending {
        case .stored(let written): note(written, as: change)
        case .superseded(let stored): note(stored, as: .changedElsewhere)
        case .failed: []
        }
    }

    /// Returns the result of a call with new tokens: an error if their lifetime is shorter than the call needs.
    private static func result(
        for call: RenewalCall, _ outcome: RenewalCall.Outcome, at now: Date
    ) -> Result<RenewalCall.Outcome, StoredLoginError> {
        let (minTTL, expiry): (Int, Date)
        switch (call.need, outcome) {
        case (.credentials(_, let wanted), .credentials(let new)): (minTTL, expiry) = (wanted, new.expiresIn)
        case (.resource(_, _, let wanted), .resource(let new)): (minTTL, expiry) = (wanted, new.expiresIn)
        default: return .success(outcome)
        }
        let lifetime = expiry.timeIntervalSince(now)
        guard minTTL > 0, lifetime < TimeInterval(minTTL) else { return .success(outcome) }
        let seconds = Int(max(0, min(lifetime, 1e9)))
        return .failure(
            StoredLoginError(
                .lifetimeTooShort, detail: "asked for \(minTTL) s, and the access token lives for \(seconds) s"))
    }

    // MARK: Records that the store refuses

    /// Keeps a record that the store refused, with its lock: it is stored after growing pauses, and before each call,
    /// until the store accepts it or the record that it replaces no longer exists.
    private mutating func keep(_ settlement: Settlement) -> [Action] {
        let record = settlement.result.keeping(changesFrom: settlement.marked, to: settlement.base.record)
        unsaved = Unsaved(record: record, base: settlement.base, lock: settlement.lock)
        known = nil
        return [.wait(Rules.savePauses.first, then: .saveDue)]
    }

    /// Tries again to store the refused record.
    mutating func save() -> [Action] {
        guard let unsaved else { return [] }
        guard case .idle = phase else { return [.wait(unsaved.pause, then: .saveDue)] }
        self.unsaved?.pause = min(unsaved.pause * 2, Rules.savePauses.longest)
        return settle(.saving(isTimed: true), unsaved.base, with: unsaved.record, unsaved.lock)
    }

    private mutating func saved(
        _ settlement: Settlement, _ ending: Ending, _ isTimed: Bool, at now: Moment
    ) -> [Action] {
        // The program has stored or removed a record in the meantime, which has ended the unsaved record.
        guard let unsaved else { return begin() }
        let stored: Stored?
        switch ending {
        case .failed(let error):
            let next: [Action] = isTimed ? [.wait(unsaved.pause, then: .saveDue)] : []
            guard !calls.isEmpty else {
                phase = .idle
                return next
            }
            phase = .reading(saveError: error)
            return next + [.read]
        case .stored(let written): stored = written
        case .superseded(let other): stored = other
        }
        var actions = endUnsaved(revokingUnlessOf: stored?.record)
        if case .stored = ending { known = stored }
        phase = .reading(saveError: nil)
        actions += decide(.success(stored), nil, at: now)
        return actions
    }

    /// Discards the unsaved record, releases its lock, and revokes its tokens if another login is stored.
    private mutating func endUnsaved(revokingUnlessOf stored: LoginRecord?) -> [Action] {
        guard let ended = unsaved.take() else { return [] }
        return [.release(ended.lock)] + revoke(ended.record, unlessOf: stored)
    }

    /// Revokes tokens that are not stored.
    ///
    /// Tokens of the stored login, or of another login of the same user, are not revoked: that could end the stored
    /// login.
    private func revoke(_ record: LoginRecord, unlessOf stored: LoginRecord?) -> [Action] {
        for other in [stored, overtaking ?? nil].compactMap(\.self)
        where other.login == record.login || other.isOfSameUser(as: record) {
            return []
        }
        return record.refreshToken.map { [.revoke(refreshToken: $0)] } ?? []
    }

    // MARK: What others do

    /// Records a write by the program, or the result of a read.
    mutating func noted(_ event: Event) -> [Action] {
        switch event {
        case .stored, .changed, .removed, .revoked, .notWritten:
            writes = (max(0, writes.active - 1), writes.ended + 1)
        default: break
        }
        switch event {
        case .writing: writes.active += 1
        case .observed(_, let since) where since == nil || since != quiet: break
        case .observed(.failure(let error), _): return damaged(error)
        case .observed(.success(let stored), _):
            isDamaged = false
            // Nothing has changed while the store contains the record that the unsaved one replaces.
            if let unsaved {
                if let record = stored?.record, record.isBeingRenewed(from: unsaved.base.record) { return [] }
                known = unsaved.base
                return endUnsaved(revokingUnlessOf: stored?.record) + note(stored, as: .changedElsewhere)
            }
            return note(stored, as: .changedElsewhere)
        case .stored(let record, let stored):
            overtaking = .some(record)
            return note(stored, as: .stored) + endUnsaved(revokingUnlessOf: record)
        case .changed(let stored): return note(stored, as: nil)
        case .removed(let existed):
            overtaking = .some(nil)
            return note(nil, as: existed ? .cleared : nil) + endUnsaved(revokingUnlessOf: nil)
        case .revoked:
            overtaking = .some(nil)
            let lock = unsaved.take()?.lock
            return note(nil, as: .cleared) + (lock.map { [.release($0)] } ?? [])
        default: break
        }
        return []
    }

    private mutating func damaged(_ error: any Error) -> [Action] {
        guard !isDamaged, (error as? SecretStoreError)?.code == .corrupt else { return [] }
        isDamaged = true
        return [.publish(.damaged)]
    }

    /// Records the stored record, and publishes a change.
    private mutating func note(_ stored: Stored?, as change: LoginChange?) -> [Action] {
        let previous = known
        known = stored
        guard let change else { return [] }
        guard change == .changedElsewhere else {
            return publication(of: change, of: (previous ?? stored)?.record.login)
        }
        // A first read is no change, and a mark is no change of the credentials.
        guard let old = previous?.record else { return [] }
        guard let new = stored?.record else { return publication(of: .clearedElsewhere, of: old.login) }
        let isRefused = old.login == new.login && old.refreshToken != nil && new.refreshToken == nil
        guard isRefused || old.generation != new.generation else { return [] }
        return publication(of: isRefused ? .refusedElsewhere : .changedElsewhere, of: old.login)
    }

    /// Publishes a change; the end of a login only once, with its first reason.
    mutating func publication(of change: LoginChange, of login: UInt64?) -> [Action] {
        guard change.end != nil, let login else { return [.publish(change)] }
        defer { endedLogin = login }
        return [.publish(endedLogin == login ? change.withoutEnd : change)]
    }
}
