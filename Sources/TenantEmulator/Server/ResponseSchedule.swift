/// The time and the content of the response to a request.
struct ResponseSchedule: Sendable {
    /// The event that the response waits for.
    enum Wait: Sendable {
        /// No event: the server responds immediately.
        case none
        case delay(Duration)
        /// The next release; `after` is the number of releases when the request was read.
        case untilReleased(after: Int)
        /// A condition, which is polled until it is true or a period of time has passed.
        case polling(until: @Sendable () -> Bool, Duration)
        /// The transmission of these bytes, which replace the response.
        case sending(EmulatedTenant.RawResponse)
    }

    enum Answer: Sendable {
        case response(HTTPResponse)
        /// The connection is closed without a response.
        case close
        /// The connection is reset without a response.
        case reset
    }

    var wait = Wait.none
    /// Creates the answer, after the wait.
    let answer: @Sendable () -> Answer

    static func response(_ response: HTTPResponse) -> ResponseSchedule { ResponseSchedule { .response(response) } }
}
