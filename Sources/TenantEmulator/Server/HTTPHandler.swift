/// Decides how the server responds to requests.
protocol HTTPHandler: AnyObject, Sendable {
    /// Handles a request that was read completely; called once for each request.
    ///
    /// - Returns: When, and with which response, the server responds.
    func receive(_ request: HTTPRequest) -> ResponseSchedule

    /// Creates the response; called after the schedule's wait, unless the schedule has a prepared response.
    ///
    /// - Returns: The response; `nil` closes the connection without one.
    func response(to received: ReceivedRequest) -> HTTPResponse?
}

/// When, and with which response, the server responds to a request.
struct ResponseSchedule: Sendable {
    /// The event that the response waits for.
    enum Wait: Sendable {
        /// No event: the server responds at once.
        case none
        /// A period of time.
        case delay(Duration)
        /// The next release; `after` is the number of releases when the request was read.
        case untilReleased(after: Int)
        /// A condition, which is asked for again and again, but no longer than for a period of time.
        case polling(until: @Sendable () -> Bool, Duration)
        /// The transmission of these bytes, which replace the response.
        case sending(EmulatedTenant.RawResponse)
    }

    let received: ReceivedRequest
    var wait = Wait.none
    /// The response, if it was created before the wait.
    var prepared: HTTPResponse?
}

/// A request that was read, with its number in the journal and its fault.
struct ReceivedRequest: Sendable {
    /// The number in the journal; 0 for a request that the journal leaves out.
    let number: Int
    let request: HTTPRequest
    /// The fault that was armed for the request.
    let fault: EmulatedTenant.Fault?
}
