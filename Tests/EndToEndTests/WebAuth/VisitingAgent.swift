import Auth0
import Foundation

/// An agent that visits addresses in their order.
struct VisitingAgent: WebAuthUserAgent {
    let addresses: [String]
    let closed: WebAuthProviderCallback
    let seen: @Sendable (_ status: Int) -> Void

    func start() {
        Task {
            for address in addresses { seen(await URL(string: address)?.response()?.status ?? 0) }
        }
    }

    func finish(with result: WebAuthResult<Void>) { closed(result) }
}

/// An agent that shows nothing: its user waits, or closes it at once.
struct WaitingAgent: WebAuthUserAgent {
    var isClosed = false
    let callback: WebAuthProviderCallback

    func start() { if isClosed { callback(.failure(.userCancelled)) } }
    func finish(with result: WebAuthResult<Void>) { callback(result) }
}
