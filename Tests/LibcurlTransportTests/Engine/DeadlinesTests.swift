import LinuxSystemCalls
import Testing

@testable import LibcurlTransport

@Suite struct DeadlinesTests {
    private final class Member: Deadlined {
        var deadlineIndex = -1
        let due: UInt64

        init(due: UInt64) { self.due = due }
    }

    @Test func `returns members in the order of their deadlines after others were removed`() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<50 {
            var deadlines = Deadlines<Member>()
            var members = (0..<200).map { _ in Member(due: UInt64.random(in: 0...50, using: &generator)) }
            for member in members { deadlines.insert(member, due: member.due) }

            for _ in 0..<80 {
                let member = members.remove(at: Int.random(in: 0..<members.count, using: &generator))
                deadlines.remove(member)
                deadlines.remove(member)
                #expect(member.deadlineIndex == -1)
            }
            var order: [UInt64] = []
            while let next = deadlines.next {
                let early = next == 0 ? nil : deadlines.popDue(at: next - 1)
                #expect(early == nil)
                if let member = deadlines.popDue(at: next) { order.append(member.due) }
            }

            let expected = members.map(\.due).sorted()
            #expect(order == expected)
            #expect(deadlines.next == nil)
        }
    }

    @Test func `releases all members at the end`() {
        var deadlines = Deadlines<Member>()
        let members = (0..<10).map { Member(due: $0) }
        for member in members { deadlines.insert(member, due: member.due) }

        while deadlines.popDue(at: .max) != nil {}

        #expect(deadlines.next == nil)
        #expect(members.allSatisfy { $0.deadlineIndex == -1 })
    }

    @Test(arguments: [
        (Duration.seconds(1), 1_000_000_000 as UInt64), (.milliseconds(1), 1_000_000), (.zero, 0), (.seconds(-1), 0),
        (.milliseconds(-1), 0), (.seconds(Int64.max), 3_155_760_000_000_000_000),
    ])
    func `a duration never overflows`(duration: Duration, nanoseconds: UInt64) {
        #expect(duration.wholeNanoseconds == nanoseconds)
    }
}
