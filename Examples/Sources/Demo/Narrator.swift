import Glibc

/// A narrator that prints each step in a readable form, and counts the results.
@MainActor
final class Narrator {
    private var passed = 0
    private var failed = 0
    private let clock = ContinuousClock()

    func say(_ text: String) { print(text) }

    func begin(_ chapter: String) { print("\n\(chapter)") }

    /// Runs one step and prints the call, its result and its duration.
    ///
    /// - Returns: The result of the step; `nil` if it failed.
    @discardableResult
    func step<Value>(
        _ call: String, _ body: () async throws -> Value, told: (Value) -> String
    ) async -> Value? {
        let start = clock.now
        do {
            let value = try await body()
            let time = (clock.now - start) / .milliseconds(1)
            passed += 1
            print("  ✓ \(call.padded(to: 50)) \(told(value).padded(to: 62)) \(Int(time.rounded())) ms")
            return value
        } catch {
            fail(call, "\(error)")
            return nil
        }
    }

    func fail(_ call: String, _ reason: String) {
        failed += 1
        print("  ✗ \(call.padded(to: 50)) \(reason)")
    }

    /// Prints the summary and ends the program; the exit code is 0 only if every step passed.
    func end() -> Never {
        let steps = passed + failed
        print("\ndemo: \(steps) steps, " + (failed == 0 ? "all passed" : "\(failed) failed"))
        exit(failed == 0 && passed > 0 ? 0 : 1)
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
