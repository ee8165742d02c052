import Testing

@testable import OpenID

@Suite struct LoginStateTests {
    /// The events that change a state, with the next state and the action; every other event is ignored.
    private static let table: [LoginState: [LoginState.Event: (next: LoginState, action: LoginState.Action)]] = [
        .idle: [
            .begin: (.preparing, .prepare), .rejected: (.ended, .complete), .failed: (.ended, .complete),
            .timedOut: (.ended, .complete), .cancelled: (.ended, .complete),
        ],
        .preparing: [
            .prepared: (.presenting, .present), .failed: (.ended, .complete), .timedOut: (.ended, .complete),
            .cancelled: (.ended, .complete),
        ],
        .presenting: [
            .presented: (.waiting, .wait), .responded: (.ended, .complete), .failed: (.ended, .complete),
            .timedOut: (.ended, .complete), .cancelled: (.ended, .complete),
        ],
        .waiting: [
            .responded: (.ended, .complete), .failed: (.ended, .complete), .timedOut: (.ended, .complete),
            .cancelled: (.ended, .complete),
        ],
        .ended: [:],
    ]

    @Test(arguments: LoginState.allCases, LoginState.Event.allCases)
    func `every event in every state`(state: LoginState, event: LoginState.Event) throws {
        let expected = try #require(Self.table[state])[event] ?? (state, .none)
        var machine = state

        let action = machine.handle(event)

        #expect(machine == expected.next)
        #expect(action == expected.action)
    }

    @Test func `a login goes through all states, each action once`() {
        var machine = LoginState.idle

        let actions = [LoginState.Event.begin, .prepared, .presented, .responded].map { machine.handle($0) }

        #expect(actions == [.prepare, .present, .wait, .complete])
        #expect(machine == .ended)
    }

    /// All sequences of five events, 32,768 of them: what no sequence may do.
    @Test func `no sequence of events completes twice, or does anything after the end`() {
        let events = LoginState.Event.allCases
        var pending: [(machine: LoginState, completions: Int, length: Int)] = [(.idle, 0, 0)]
        var faults: [String] = []
        var ended = 0
        while let (machine, completions, length) = pending.popLast() {
            if completions > 1 { faults.append("completed \(completions) times") }
            if (machine == .ended) != (completions == 1) { faults.append("\(machine) after \(completions)") }
            guard length < 5 else {
                ended += completions
                continue
            }
            for event in events {
                var next = machine
                let action = next.handle(event)
                if machine == .ended, action != .none { faults.append("\(action) after the end") }
                pending.append((next, completions + (action == .complete ? 1 : 0), length + 1))
            }
        }

        #expect(faults == [])
        #expect(ended > 0)
    }
}
