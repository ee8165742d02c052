import Testing

@testable import PostgresStore

/// The pauses before a session connects again.
@Suite struct ReconnectionPaceTests {
    private let start = ContinuousClock.now

    @Test(arguments: [true, false])
    func `C21 the first attempt after a connection that worked has no pause`(isUrgent: Bool) {
        var pace = ReconnectionPace()
        pace.begin(at: start)

        let pauses = (0..<3).map { _ in pace.pause(at: start + .seconds(1), isUrgent: isUrgent) }

        #expect(pauses[0] == 0)
        #expect((20...40).contains(pauses[1]) && (40...80).contains(pauses[2]))
    }

    @Test func `C21 while a lock is lost, attempts come at least every tenth of a second`() {
        var pace = ReconnectionPace()

        let pauses = (0..<100).map { _ in pace.pause(at: start, isUrgent: true) }

        #expect(pauses.allSatisfy { (20...100).contains($0) })
        #expect((0..<10).map { _ in pace.pause(at: start, isUrgent: false) }.contains { $0 > 100 })
    }

    @Test func `a server that ends each connection is not attempted without pauses`() {
        var pace = ReconnectionPace()

        let pauses = (0..<100).map { _ in
            pace.begin(at: start)
            return pace.pause(at: start + .milliseconds(10), isUrgent: true)
        }

        #expect(pauses.allSatisfy { $0 >= 20 })
    }

    @Test func `C21 an urgent attempt is repeated after a second, and later ones have more time`() {
        var pace = ReconnectionPace()

        #expect(pace.limit(of: .seconds(10), isUrgent: false) == .seconds(10))
        let limits = (0..<5).map { _ in pace.limit(of: .seconds(10), isUrgent: true) }
        #expect(limits == [1, 2, 4, 8, 10].map { Duration.seconds($0) })
        // A server that is away for hours.
        for _ in 0..<10_000 { #expect(pace.limit(of: .seconds(10), isUrgent: true) == .seconds(10)) }
        pace.begin(at: start)
        #expect(pace.limit(of: .seconds(10), isUrgent: true) == .seconds(1))
        #expect(pace.limit(of: .milliseconds(10), isUrgent: true) == .milliseconds(10))
    }
}
