import Streams
import StreamsTesting
import Synchronization
import Testing

@Suite struct CurrentValueSubjectTests {
    let subject = CurrentValueSubject<Int, SampleError>(0)

    @Test func `publishes the current value first`() {
        let recorder = Recorder<Int, SampleError>()
        subject.send(1)
        subject.subscribe(recorder)
        subject.value = 2

        #expect(recorder.values == [1, 2])
        #expect(subject.value == 2)
        recorder.cancel()
    }

    @Test func `publishes the latest value to a slow subscriber when it demands again`() {
        let recorder = Recorder<Int, SampleError>(demand: .max(1))
        subject.subscribe(recorder)

        subject.send(1)
        subject.send(2)
        recorder.request(.max(1))

        #expect(recorder.values == [0, 2])
        recorder.cancel()
    }

    @Test func `shows a value set inside a delivery at once, and delivers it afterwards`() {
        let seen = Mutex<[[Int]]>([])
        let subject = subject
        let token = subject.sink { _ in
        } receiveValue: { value in
            if value == 1 { subject.send(2) }
            seen.withLock { $0.append([value, subject.value]) }
        }

        subject.send(1)

        #expect(seen.withLock { $0 } == [[0, 0], [1, 2], [2, 2]])
        withExtendedLifetime(token) {}
    }

    @Test func `completes a late subscriber without the value`() {
        subject.send(completion: .finished)
        let recorder = Recorder<Int, SampleError>()
        subject.subscribe(recorder)

        #expect(recorder.events == [.subscription, .completion(.finished)])
    }

    @Test func `delivers the current value at once to a subscriber that attaches during a delivery, then later ones`() {
        let log = Mutex<[Int]>([])
        let tokens = Mutex<[AnyCancellable]>([])
        let subject = subject
        let token = subject.sink { _ in
        } receiveValue: { value in
            guard value == 1 else { return }
            subject.send(2)
            let inner = subject.sink { _ in
            } receiveValue: { value in
                log.withLock { $0.append(value) }
            }
            tokens.withLock { $0.append(inner) }
            log.withLock { $0.append(-1) }
        }

        subject.send(1)
        subject.send(3)

        #expect(log.withLock { $0 } == [2, -1, 3])
        withExtendedLifetime(token) {}
    }
}
