import Streams
import StreamsTesting
import Testing

/// The initialisers and properties of the publishers of operators, which are public in Combine.
@Suite struct PartsTests {
    private typealias P = Publishers
    private let a = PassthroughSubject<Int, SampleError>()
    private let b = PassthroughSubject<Int, SampleError>()
    private let scheduler = ManualScheduler()

    @Test func `of operators with a closure`() {
        #expect(P.Map(upstream: a) { $0 + 1 }.transform(1) == 2)
        #expect(P.CompactMap(upstream: a) { $0 > 1 ? $0 : nil }.transform(1) == nil)
        #expect(P.Filter(upstream: a) { $0 > 1 }.isIncluded(2))
        #expect(
            P.MapError(upstream: a) { SampleError(code: $0.code + 1) }.transform(SampleError()) == SampleError(code: 1))
        #expect(P.Scan(upstream: a, initialResult: 1, nextPartialResult: +).initialResult == 1)
        #expect(P.Reduce(upstream: a, initial: 1, nextPartialResult: +).initial == 1)
        #expect(P.AllSatisfy(upstream: a) { $0 > 1 }.predicate(2))
        #expect(P.ContainsWhere(upstream: a) { $0 > 1 }.predicate(2))
        #expect(P.FirstWhere(upstream: a) { $0 > 1 }.predicate(2) && P.LastWhere(upstream: a) { $0 > 1 }.predicate(2))
        #expect(P.PrefixWhile(upstream: a) { $0 > 1 }.predicate(2) && P.DropWhile(upstream: a) { $0 > 1 }.predicate(2))
        #expect(P.RemoveDuplicates(upstream: a) { $0 == $1 }.predicate(2, 2))
        #expect(P.Comparison(upstream: a) { $0 < $1 }.areInIncreasingOrder(1, 2))
        #expect(
            P.Catch(upstream: a) { _ in Result<Int, SampleError>.Publisher(1) }.handler(SampleError()).result
                == .success(1))
        #expect(P.FlatMap(upstream: a, maxPublishers: .max(2)) { _ in b }.maxPublishers == .max(2))
    }

    @Test func `of operators whose closure may throw`() throws {
        let map = P.TryMap(upstream: a) { $0 + 1 }.transform
        let compactMap = P.TryCompactMap(upstream: a) { $0 > 1 ? $0 : nil }.transform
        #expect(try map(1) == 2)
        #expect(try compactMap(1) == nil)
        #expect(P.TryScan(upstream: a, initialResult: 1, nextPartialResult: { $0 + $1 }).initialResult == 1)
        #expect(P.TryReduce(upstream: a, initial: 1, nextPartialResult: { $0 + $1 }).initial == 1)
        let isLarge: @Sendable (Int) throws -> Bool = { $0 > 1 }
        for predicate in [
            P.TryFilter(upstream: a, isIncluded: isLarge).isIncluded,
            P.TryAllSatisfy(upstream: a, predicate: isLarge).predicate,
            P.TryContainsWhere(upstream: a, predicate: isLarge).predicate,
            P.TryFirstWhere(upstream: a, predicate: isLarge).predicate,
            P.TryLastWhere(upstream: a, predicate: isLarge).predicate,
            P.TryPrefixWhile(upstream: a, predicate: isLarge).predicate,
            P.TryDropWhile(upstream: a, predicate: isLarge).predicate,
        ] {
            #expect(try predicate(2))
        }
        let areEqual = P.TryRemoveDuplicates(upstream: a) { $0 == $1 }.predicate
        let areInOrder = P.TryComparison(upstream: a) { $0 < $1 }.areInIncreasingOrder
        let handler = P.TryCatch(upstream: a) { _ in Just(1).setFailureType(to: SampleError.self) }.handler
        #expect(try areEqual(2, 2))
        #expect(try areInOrder(1, 2))
        #expect(try handler(SampleError()).transcript == "1 finished")
    }

    @Test func `of operators with time in them`() {
        #expect(P.Delay(upstream: a, interval: 1, tolerance: 2, scheduler: scheduler).tolerance == 2)
        #expect(P.Debounce(upstream: a, dueTime: 1, scheduler: scheduler, options: nil).dueTime == 1)
        #expect(P.Throttle(upstream: a, interval: 1, scheduler: scheduler, latest: true).latest)
        let timeout = P.Timeout(upstream: a, interval: 1, scheduler: scheduler, options: nil) { SampleError(code: 4) }
        #expect(timeout.customError?() == SampleError(code: 4))
        #expect(P.MeasureInterval(upstream: a, scheduler: scheduler).scheduler === scheduler)
        #expect(P.ReceiveOn(upstream: a, scheduler: scheduler, options: nil).upstream === a)
        #expect(P.SubscribeOn(upstream: a, scheduler: scheduler, options: nil).upstream === a)
        let collect = P.CollectByTime(upstream: a, strategy: .byTimeOrCount(scheduler, 1, 2), options: nil)
        if case .byTimeOrCount(_, let stride, let count) = collect.strategy {
            #expect(stride == 1 && count == 2)
        } else {
            Issue.record("it is another strategy")
        }
    }

    @Test func `of operators that share, keep and tell`() {
        #expect(P.Buffer(upstream: a, size: 3, prefetch: .keepFull, whenFull: .dropOldest).size == 3)
        #expect(
            P.Share(upstream: a).upstream === a
                && P.Autoconnect(upstream: a.multicast(subject: b)).upstream.upstream === a)
        #expect(P.Multicast(upstream: a) { b }.createSubject() === b)
        #expect(P.MakeConnectable(upstream: Just(1)).autoconnect().transcript == "1 finished")
        #expect(P.Print(upstream: a, prefix: "p").prefix == "p")
        #expect(P.HandleEvents(upstream: a).receiveCancel == nil)
        #expect(P.Breakpoint(upstream: a).receiveOutput == nil)
        #expect(P.AssertNoFailure(upstream: a, prefix: "p", file: #file, line: 3).line == 3)
        #expect(P.SwitchToLatest(upstream: a.map { _ in b }).upstream.upstream === a)
    }

    @Test func `of key paths, coders and origins`() {
        #expect(P.MapKeyPath(upstream: Just("ab"), keyPath: \.count).transcript == "2 finished")
        #expect(
            P.MapKeyPath2(upstream: Just("ab"), keyPath0: \.count, keyPath1: \.isEmpty).transcript
                == "(2, false) finished")
        let three = P.MapKeyPath3(upstream: Just("ab"), keyPath0: \.count, keyPath1: \.isEmpty, keyPath2: \.self)
        #expect(three.transcript == #"(2, false, "ab") finished"#)
        #expect(Deferred { Just(1) }.createPublisher() == Just(1))
        #expect(Record<Int, SampleError>(recording: .init(output: [1])).recording.output == [1])
        #expect(Empty(completeImmediately: false, outputType: Int.self, failureType: SampleError.self).transcript == "")
        #expect(Fail(outputType: Int.self, failure: SampleError(code: 3)).error == SampleError(code: 3))
        #expect(Result<Int, SampleError>.success(1).publisher.result == .success(1) && Int?(1).publisher.output == 1)
    }
}
