import Foundation
import OpenID

/// A process with one object for a login: the real ``RenewalState``, and the actions that it has not carried out yet.
final class SimulatedProcess {
    /// A step of an action, between which other processes act.
    enum Step {
        case action(RenewalState.Action)
        /// The end of a read, or of a write, is reported, after which other processes may have written.
        case report(RenewalState.Event)
        /// A write reads back what it has stored.
        case readBack(LoginRecord, isMark: Bool, LoginLock?)
    }

    /// A call that waits.
    struct Call {
        let need: RenewalCall.Need
        /// The number of states of the record before the call.
        let begin: Int
        let since: Duration
    }

    let id: Int
    let host: Int
    let binding: ClientBinding
    let tenant: Int
    let name: String
    var state: RenewalState
    var steps: [Step] = []
    var timers: [(due: Duration, event: RenewalState.Event)] = []
    var calls: [Int: Call] = [:]
    var callCount = 0
    /// The access tokens that calls got as refused by the store.
    var notPersisted: Set<String> = []
    /// The number of the latest lock.
    var lock = 0
    var isDead = false
    var isStopped = false
    /// The failure of the next access to the store: before or after it takes effect.
    var failure: Failure?

    enum Failure { case before, after }

    init(_ id: Int, host: Int, tenant: Int, rules: RenewalState.Rules) {
        (self.id, self.host, self.tenant) = (id, host, tenant)
        binding = ClientBinding(issuer: "https://\(tenant)", clientID: "c")
        name = binding.account("credentials")
        state = RenewalState(rules)
    }

    /// The access token that the store has refused.
    var kept: String? { state.unsavedRecord?.credentials?.accessToken }

    /// Whether something is to be carried out.
    var isRunning: Bool { !isDead && !isStopped }
}

/// A token request on its way.
struct SimulatedRequest {
    let id: Int
    let process: Int
    let tenant: Int
    let refreshToken: String
    let sentAt: Duration
    let lock: Int
    /// The answer, once the tenant has received the request.
    var answer: TokenAnswer?
    /// Whether the process has the answer, and which one tells that the request has failed.
    var isDelivered = false
    var hasFailed = false
    /// The time at which the lock of the request was lost; `nil` while it is held.
    var lockLostAt: Duration?
    /// The time at which it was taken back.
    var lockBackAt: Duration?
}
