import Testing

@testable import OpenID

@Suite struct PollScheduleTests {
    private typealias Wait = (response: PollResponse, seconds: Int)

    @Test(
        arguments: [
            [(.pending, 5), (.pending, 5)],
            // Five seconds more for this and all later questions.
            [(.slowDown, 10), (.pending, 10), (.slowDown, 15), (.slowDown, 20), (.pending, 20)],
            // Doubled while the server does not respond, up to a minute, and reset by a response.
            [(.trouble(retryAfter: nil), 10), (.trouble(retryAfter: nil), 20), (.trouble(retryAfter: nil), 40)],
            [(.trouble(retryAfter: nil), 10), (.pending, 5), (.trouble(retryAfter: nil), 10)],
            Array(repeating: (.trouble(retryAfter: nil), 60), count: 80),
            [(.trouble(retryAfter: .seconds(90)), 90), (.trouble(retryAfter: .seconds(1)), 20)],
        ] as [[(PollResponse, Int)]])
    private func `RFC 8628 §3.5 the pauses between polls`(waits: [Wait]) {
        var schedule = PollSchedule(interval: .seconds(5), lifetime: .seconds(1_000_000), at: .zero)
        // The long row begins in the middle.
        if waits.count == 80 { for _ in 0..<3 { _ = schedule.next(after: .trouble(retryAfter: nil), at: .zero) } }

        for wait in waits {
            #expect(schedule.next(after: wait.response, at: .zero) == .wait(.seconds(wait.seconds)))
        }
    }

    @Test func `an interval longer than a minute is kept when requests fail`() {
        var schedule = PollSchedule(interval: .seconds(90), lifetime: .seconds(1_000), at: .zero)

        #expect(schedule.next(after: .trouble(retryAfter: nil), at: .zero) == .wait(.seconds(90)))
    }

    @Test func `no pause lasts past the expiry, and none begins then`() {
        var schedule = PollSchedule(interval: .seconds(5), lifetime: .seconds(12), at: .seconds(100))

        #expect(schedule.next(after: .pending, at: .seconds(105)) == .wait(.seconds(5)))
        #expect(schedule.next(after: .pending, at: .seconds(110)) == .wait(.seconds(2)))
        // The clock may lag behind the timer of the last pause.
        #expect(schedule.isOver(at: .seconds(111)))
        #expect(schedule.isOver(at: .seconds(112)))
        #expect(schedule.next(after: .pending, at: .seconds(112)) == .expire)
    }
}
