import Foundation
import Streams
import StreamsFoundation
import StreamsTesting
import Testing

@Suite struct DispatchQueueTests {
    @Test func `receive(on:) keeps the order on a concurrent queue, with the end last`() async {
        let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
        var seen: [Int] = []
        for await value in (0..<2000).publisher.receive(on: queue).values { seen.append(value) }

        #expect(seen == Array(0..<2000))
    }

    @Test func `counts time in nanoseconds`() {
        #expect(DispatchQueue.SchedulerTimeType.Stride.seconds(1.5).magnitude == 1_500_000_000)
        #expect(DispatchQueue.SchedulerTimeType.Stride.milliseconds(2) == .init(.milliseconds(2)))
    }

    @Test func `a length of time that is too great becomes the longest one`() {
        typealias Time = DispatchQueue.SchedulerTimeType
        let now = Time(.now())

        #expect(now.distance(to: Time(.distantFuture)) == .nanoseconds(.max))
        #expect(Time(.distantFuture).distance(to: now) == -.nanoseconds(.max))
        #expect(Time.Stride.nanoseconds(.max) + 1 == .nanoseconds(.max))
        #expect(Time.Stride.nanoseconds(.min) - 1 == .nanoseconds(.min))
        #expect(Time.Stride.seconds(9_000_000_000) * 3 == .nanoseconds(.max))
        #expect(now < now.advanced(by: .nanoseconds(.max)))
    }

    @Test func `a number is a number of seconds, as a literal, as a factor and as an integer`() {
        typealias Stride = DispatchQueue.SchedulerTimeType.Stride

        #expect(Stride(exactly: 2) == 2 && Stride(exactly: 2) == .seconds(2))
        #expect(Stride(exactly: Int.max) == nil)
        #expect(Stride.seconds(2) * 3 == .seconds(6))
        #expect(Stride.milliseconds(500) * 3 == .milliseconds(1500))
        #expect(Stride.seconds(4) * 0.5 == .seconds(2))
        #expect(-Stride.seconds(4) * 3 == .seconds(-12))
        #expect(ManualScheduler.SchedulerTimeType.Stride.milliseconds(500) * 3 == 1.5)
        #expect(ManualScheduler.SchedulerTimeType.Stride(exactly: 2) == 2)
        #expect(ManualScheduler.SchedulerTimeType.Stride.seconds(.max) == .nanoseconds(.max))
        #expect(MainActorScheduler.SchedulerTimeType.Stride(exactly: 2) == 2)
    }
}
