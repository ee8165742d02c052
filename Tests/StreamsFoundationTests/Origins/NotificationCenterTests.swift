import Foundation
import Streams
import StreamsFoundation
import StreamsTesting
import Synchronization
import Testing

@Suite struct NotificationCenterTests {
    let center = NotificationCenter()

    @Test func `publishes the demanded notifications until it is cancelled`() {
        let recorder = Recorder<PostedNotification, Never>(demand: .max(2))
        center.publisher(for: Notification.Name("news")).subscribe(recorder)

        center.post(name: Notification.Name("news"), object: nil, userInfo: ["n": 1])
        center.post(name: Notification.Name("other"), object: nil)
        center.post(name: Notification.Name("news"), object: nil, userInfo: ["n": 2])
        center.post(name: Notification.Name("news"), object: nil, userInfo: ["n": 3])
        recorder.request(.max(5))
        recorder.cancel()
        center.post(name: Notification.Name("news"), object: nil, userInfo: ["n": 4])

        #expect(recorder.values.map { $0.userInfo?["n"] as? Int } == [1, 2])
    }

    @Test func `the observer goes when the subscriber drops its subscription without cancelling it`() {
        let received = Recorder<PostedNotification, Never>()
        do {
            // Holds the subscription only while it attaches.
            let careless = AnySubscriber<PostedNotification, Never>(
                receiveSubscription: { $0.request(.unlimited) }, receiveValue: received.receive)
            center.publisher(for: Notification.Name("news")).subscribe(careless)
        }
        center.post(name: Notification.Name("news"), object: nil)

        #expect(received.values.isEmpty)
    }

    @Test func `a queued notification that posts when it is freed is freed outside the lock`() {
        final class Poster: Sendable {
            let center: NotificationCenter
            init(_ center: NotificationCenter) { self.center = center }
            deinit { center.post(name: Notification.Name("news"), object: nil) }
        }
        let center = center
        let token = Mutex<AnyCancellable?>(nil)
        let subscription = center.publisher(for: Notification.Name("news")).sink { _ in
            center.post(name: Notification.Name("news"), object: nil, userInfo: ["poster": Poster(center)])
            token.withLock { $0.take() }?.cancel()
        }
        token.withLock { $0 = subscription }

        center.post(name: Notification.Name("news"), object: nil)

        #expect(token.withLock { $0 } == nil)
    }

    @Test func `a request for no values is no error`() {
        let recorder = Recorder<PostedNotification, Never>(demand: .none)
        center.publisher(for: Notification.Name("news")).subscribe(recorder)
        recorder.request(.none)
        recorder.request(.max(1))

        center.post(name: Notification.Name("news"), object: nil)

        #expect(recorder.values.count == 1)
        recorder.cancel()
    }
}
