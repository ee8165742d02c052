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
}
