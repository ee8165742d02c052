/// The state of one login or logout: the decisions, without a socket, a thread or a clock.
///
/// ``LoginSession`` reports each event and carries out the returned action. A login in a browser and a login with a
/// device code go through the same states:
///
/// | state | in a browser | with a device code |
/// | --- | --- | --- |
/// | `preparing` | The callback listener opens and the address of the login page is made. | The client requests the codes. |
/// | `presenting` | The user agent is made. | The terminal shows the code. |
/// | `waiting` | The page is open. | The client polls the token endpoint. |
enum LoginState: Sendable, Hashable, CaseIterable {
    /// Nothing has begun.
    case idle
    /// The page or the device code is being prepared.
    case preparing
    /// The page or the device code is being presented.
    case presenting
    /// The user was asked to log in.
    case waiting
    /// The completion handler has its result.
    case ended

    /// An event that may change the state.
    enum Event: Sendable, Hashable, CaseIterable {
        /// No other login is active.
        case begin
        /// Another login of this process is active.
        case rejected
        /// The address of the page, or the device code, exists.
        case prepared
        /// The page or the device code can be shown.
        case presented
        /// The response to this login arrived; it may be an error of the authorization server.
        case responded
        /// A step failed, or the user closed the page.
        case failed
        /// The time limit for the user has expired.
        case timedOut
        /// The program cancelled the login.
        case cancelled
    }

    /// An action for the session to carry out.
    enum Action: Sendable, Hashable {
        /// Ignore the event.
        case none
        /// Start the timer and prepare the page or the device code.
        case prepare
        /// Make the page or the device code visible.
        case present
        /// Ask the user, and wait for the response.
        case wait
        /// Release everything and call the completion handler; returned once.
        case complete
    }

    /// Applies an event, and returns the action for it.
    mutating func handle(_ event: Event) -> Action {
        switch (self, event) {
        case (.idle, .begin): enter(.preparing, .prepare)
        case (.preparing, .prepared): enter(.presenting, .present)
        case (.presenting, .presented): enter(.waiting, .wait)
        case (.ended, _), (_, .begin), (_, .prepared), (_, .presented): .none
        // Before the page is presented there is no response to it; a user agent may respond while it is being created.
        case (.idle, .responded), (.preparing, .responded): .none
        case (.idle, .rejected): enter(.ended, .complete)
        case (_, .rejected): .none
        case (_, .responded), (_, .failed), (_, .timedOut), (_, .cancelled): enter(.ended, .complete)
        }
    }

    private mutating func enter(_ state: LoginState, _ action: Action) -> Action {
        self = state
        return action
    }
}
