import Streams
import StreamsTesting
import Testing

/// The members of Combine's public API that the other suites do not cover.
@Suite struct RemainingMembersTests {
    private let subject = PassthroughSubject<Int, SampleError>()

    @Test func `removeDuplicates by a closure, which may throw`() {
        #expect(three.removeDuplicates { $0 / 2 == $1 / 2 }.transcript == "1 2 finished")
        let throwing = three.tryRemoveDuplicates { if $1 == 3 { throw SampleError() } else { $0 == $1 } }
        #expect(throwing.transcript == "1 2 SampleError(code: 0)")
    }

    @Test func `removeDuplicates compares with the last value that it published`() {
        let slowRise = [1, 2, 3, 4, 5].publisher

        #expect(slowRise.removeDuplicates { $1 - $0 < 3 }.transcript == "1 4 finished")
        #expect(slowRise.tryRemoveDuplicates { $1 - $0 < 3 }.transcript == "1 4 finished")
    }

    @Test func `the least and the greatest by a closure, which may throw`() {
        #expect(three.min { $0 > $1 }.transcript == "3 finished")
        #expect(three.tryMax { $0 > $1 }.transcript == "1 finished")
        #expect(three.tryMax { _, _ in throw SampleError(code: 4) }.transcript == "SampleError(code: 4)")
        #expect(Empty<Int, SampleError>().max().transcript == "finished")
    }

    @Test func `combineLatest and zip of two to four`() {
        let (a, b, c, d) = (Just(1), Just(2), Just(3), Just(4))

        #expect(a.combineLatest(b).transcript == "(1, 2) finished")
        #expect(a.combineLatest(b, c).transcript == "(1, 2, 3) finished")
        #expect(a.combineLatest(b, c, d).transcript == "(1, 2, 3, 4) finished")
        #expect(a.combineLatest(b, c, d) { $0 + $1 + $2 + $3 }.transcript == "10 finished")
        #expect(a.zip(b).transcript == "(1, 2) finished")
        #expect(a.zip(b, c).transcript == "(1, 2, 3) finished")
        #expect(a.zip(b, c, d).transcript == "(1, 2, 3, 4) finished")
        #expect(a.zip(b, c, d) { $0 + $1 + $2 + $3 }.transcript == "10 finished")
    }

    @Test func `merge of two to eight, and of many`() {
        let p = Just(0).map { $0 }.eraseToAnyPublisher()
        let j = Just(1)
        let count = { (publisher: AnyPublisher<Int, Never>) in publisher.count().transcript }

        #expect(count(j.merge(with: p).eraseToAnyPublisher()) == "2 finished")
        #expect(count(j.merge(with: p, p).eraseToAnyPublisher()) == "3 finished")
        #expect(count(j.merge(with: p, p, p).eraseToAnyPublisher()) == "4 finished")
        #expect(count(j.merge(with: p, p, p, p).eraseToAnyPublisher()) == "5 finished")
        #expect(count(j.merge(with: p, p, p, p, p).eraseToAnyPublisher()) == "6 finished")
        #expect(count(j.merge(with: p, p, p, p, p, p).eraseToAnyPublisher()) == "7 finished")
        #expect(count(j.merge(with: p, p, p, p, p, p, p).eraseToAnyPublisher()) == "8 finished")
        #expect(Publishers.MergeMany([p, p, p]).count().transcript == "3 finished")
        #expect(Publishers.MergeMany([AnyPublisher<Int, Never>]()).transcript == "finished")
    }

    @Test func `flatMap and switchToLatest between publishers that may fail and those that cannot`() {
        let (sure, unsure) = (Just(1), Just(1).setFailureType(to: SampleError.self))

        #expect(sure.flatMap { Just($0 + 1) }.transcript == "2 finished")
        #expect(sure.flatMap { _ in unsure }.transcript == "1 finished")
        #expect(unsure.flatMap { Just($0 + 1) }.transcript == "2 finished")
        #expect(
            unsure.flatMap { _ in Fail<Int, SampleError>(error: SampleError()) }.transcript == "SampleError(code: 0)")
        #expect(sure.map { Just($0 + 1) }.switchToLatest().transcript == "2 finished")
        #expect(sure.map { _ in unsure }.switchToLatest().transcript == "1 finished")
        #expect(unsure.map { Just($0 + 1) }.switchToLatest().transcript == "2 finished")
        #expect(unsure.map { _ in unsure }.switchToLatest().transcript == "1 finished")
    }

    @Test func `catch goes on with another publisher`() {
        let failing = three.append(Fail(error: SampleError(code: 1)))

        #expect(failing.catch { Just($0.code + 8) }.transcript == "1 2 3 9 finished")
        #expect(failing.catch { Fail<Int, SampleError>(error: $0) }.transcript == "1 2 3 SampleError(code: 1)")
    }

    @Test func `a connectable publisher connects by hand or by itself`() {
        let recorder = Recorder<Int, Never>()
        let connectable = [1, 2].publisher.makeConnectable()
        connectable.subscribe(recorder)
        #expect(recorder.transcript == "")
        let connection = connectable.connect()
        #expect(recorder.transcript == "1 2 finished")
        connection.cancel()

        #expect([1, 2].publisher.makeConnectable().autoconnect().transcript == "1 2 finished")
    }

    @Test func `autoconnect starts with the first and stops with the last`() {
        let probe = Probe<Int, SampleError>()
        let publisher = probe.multicast(subject: subject).autoconnect()
        let recorders = (1...2).map { _ in Recorder<Int, SampleError>() }

        for recorder in recorders { publisher.subscribe(recorder) }
        #expect(probe.subscriberCount == 1)
        recorders[0].cancel()
        #expect(!probe.isCancelled)
        recorders[1].cancel()

        #expect(probe.isCancelled)
    }

    @Test func `a subject of signals sends them without a value`() {
        let signals = PassthroughSubject<Void, Never>()
        let count = Counter()
        let token = signals.sink { _ = count.next() }

        signals.send()
        signals.send(())

        #expect(count.value == 2)
        token.cancel()
    }

    @Test func `a current value is read, set and sent`() {
        let subject = CurrentValueSubject<Int, Never>(1)
        let recorder = Recorder<Int, Never>()
        subject.subscribe(recorder)

        subject.value = 2
        subject.value += 1
        subject.send(4)
        subject.send(completion: .finished)
        subject.send(5)

        #expect(subject.value == 4 && recorder.transcript == "1 2 3 4 finished")
    }
}
