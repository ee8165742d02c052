/// Decides what the server does with a request.
protocol HTTPHandler: AnyObject, Sendable {
    /// Called once, when the request has been read whole.
    func receive(_ request: HTTPRequest) -> Plan

    /// Makes the answer; called when the plan's wait is over, if it has one.
    func answer(_ ticket: Ticket) -> HTTPResponse?
}

/// What the server does with a request that was read.
struct Plan: Sendable {
    /// When the answer is made and sent.
    enum Wait: Sendable, Hashable {
        /// At once.
        case none
        /// When so much time has passed.
        case delay(Duration)
        /// When somebody releases it; the number of releases there had been tells whether that has happened.
        case untilReleased(after: Int)
        /// When these bytes have been sent, after which there is no other answer.
        case sending(RawAnswer)
    }

    let ticket: Ticket
    var wait = Wait.none
    /// An answer that is made already and only waits to be sent.
    var prepared: HTTPResponse?
}

/// A request on its way through the tenant.
struct Ticket: Sendable {
    /// Its number in the journal.
    let number: Int
    let request: HTTPRequest
    /// The fault that was armed for it, if one was.
    let fault: Fault?
}
