/// Makes a type that has it one which the compiler passes by address; put it into errors that are thrown typed.
///
/// Swift 6.3.1 crashes ("Found ownership error?!") on a `do` whose errors are all of one type and whose `catch` lets some of
/// them through, such as `catch WebAuthError.userCancelled`, where the function has a force unwrap or a `??` as well, and the
/// error is a value that is held in registers and counts references. Programs of everybody have such functions. One that is
/// passed by address takes another way through the compiler. `Tests/Fixtures/Auth0Clients/Swift6/Catching.swift` compiles
/// only with it.
package struct PassedByAddress: Sendable, Hashable {
    /// Any value at all can stand in here, so nobody knows how it is held.
    private let anything: any Sendable = 0

    /// Makes one.
    package init() {}

    /// They are all the same.
    package static func == (lhs: Self, rhs: Self) -> Bool { true }

    /// They are all the same.
    package func hash(into hasher: inout Hasher) {}
}
