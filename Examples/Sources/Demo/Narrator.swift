import Glibc

/// A narrator that prints each step in a readable form within 80 columns, and counts the results.
@MainActor
final class Narrator {
    private struct Step {
        let call: String
        let told: String
        let milliseconds: Int
    }

    private static let width = 79
    private let usesColor = isatty(STDOUT_FILENO) == 1
    private let clock = ContinuousClock()
    private var passed = 0
    private var failed = 0
    /// The steps of a story that is repeated; `nil` when each step is printed by itself.
    private var repeated: [Step]?

    func say(_ text: String) { print(text) }

    func begin(_ chapter: String) { print("\n" + styled(chapter, "1")) }

    /// Tells the same story several times, and prints each step once, with a tick for each time.
    func together(_ times: Int, _ story: (Int) async -> Void) async {
        repeated = []
        for time in 0..<times { await story(time) }
        let steps = repeated ?? []
        repeated = nil
        var printed: Set<String> = []
        for step in steps where printed.insert(step.call).inserted {
            let same = steps.filter { $0.call == step.call }
            show(same.last ?? step, ticks: same.count, milliseconds: same.map(\.milliseconds).reduce(0, +) / same.count)
        }
    }

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
            let step = Step(call: call, told: told(value), milliseconds: Int(time.rounded()))
            if repeated == nil { show(step, ticks: 1, milliseconds: step.milliseconds) } else { repeated?.append(step) }
            return value
        } catch {
            fail(call, "\(error)")
            return nil
        }
    }

    func fail(_ call: String, _ reason: String) {
        failed += 1
        print("  " + styled("✗", "31") + " \(call)\n      \(reason)")
    }

    /// Whether every step passed, and there was one.
    var isContent: Bool { failed == 0 && passed > 0 }

    /// Prints the summary.
    func summarize() {
        let steps = passed + failed
        print("\ndemo: \(steps) steps, " + (failed == 0 ? "all passed" : "\(failed) failed"))
    }

    private func show(_ step: Step, ticks: Int, milliseconds: Int) {
        let time = "\(milliseconds) ms"
        let gap = Self.width - 3 - ticks - step.call.count - time.count
        let spaces = String(repeating: " ", count: max(1, gap))
        print("  " + styled(String(repeating: "✓", count: ticks), "32") + " \(step.call)\(spaces)\(time)")
        let told = step.told.count > Self.width - 6 ? step.told.prefix(Self.width - 7) + "…" : step.told[...]
        print("      " + styled(String(told), "2"))
    }

    private func styled(_ text: String, _ code: String) -> String {
        usesColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
