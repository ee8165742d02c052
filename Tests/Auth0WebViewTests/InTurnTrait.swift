import LinuxSystemCalls
import Testing

/// Runs the tests of a suite one after the other, in their place among all tests.
///
/// With `.serialized`, each test would begin when all tests that wait for their turn in the process have begun, so that
/// nearly all of the suite would run after the other suites, on idle processors.
struct InTurnTrait: SuiteTrait, TestTrait, TestScoping {
    private let turns = TurnQueue()
    var isRecursive: Bool { true }

    func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

    @concurrent func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await turns.turn { try await function() }
    }
}

extension Trait where Self == InTurnTrait {
    static var inTurn: Self { Self() }
}
