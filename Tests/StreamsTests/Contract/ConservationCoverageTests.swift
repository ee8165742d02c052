import Testing

/// Which conservation test runs each operator of `Publisher`, so that a new operator is not forgotten.
@Suite struct ConservationCoverageTests {
    /// The way in which an operator is covered.
    enum Cover: Sendable {
        /// By the case with this name in `ConservationTests` or `ConcurrentSendersTests`.
        case by(String)
        /// It publishes a result, or leaves out values on purpose: `ModelTests` show which.
        case notConserving
    }

    @Test
    func `every operator of Publisher conserves values under concurrency in a test, or is named as one that cannot`()
        throws
    {
        let operators = try OperatorList.read()
        #expect(operators.subtracting(covers.keys) == [], "operators that no conservation test runs")
        #expect(Set(covers.keys).subtracting(operators) == [], "operators that do not exist")
        let cases = Set((conservers.map(\.testDescription) + (conservingCases + samplingCases).map(\.testDescription)))
        let named = covers.values.compactMap { if case .by(let name) = $0 { name } else { nil } }
        #expect(Set(named).subtracting(cases) == [], "cases that do not exist")
    }
}

private let covers: [String: ConservationCoverageTests.Cover] = [
    "append(_:)": .by("append"), "assertNoFailure(_:file:line:)": .by("tryMap"),
    "breakpoint(receiveSubscription:receiveOutput:receiveCompletion:)": .by("breakpoint"),
    "breakpointOnError()": .by("breakpoint"), "buffer(size:prefetch:whenFull:)": .by("buffer"),
    "catch(_:)": .by("catch"), "collect()": .by("collect"), "collect(_:)": .by("collect count"),
    "collect(_:options:)": .by("collect by time or count"), "compactMap(_:)": .by("compactMap"),
    "concatMap(_:)": .by("concatMap"), "decode(type:decoder:)": .by("encode and decode"),
    "delay(for:tolerance:scheduler:options:)": .by("delay"), "drop(untilOutputFrom:)": .by("drop untilOutputFrom"),
    "drop(while:)": .by("drop while"), "dropFirst(_:)": .by("dropFirst"), "encode(encoder:)": .by("encode and decode"),
    "eraseFailure()": .by("mapError"), "eraseToAnyPublisher()": .by("flatMap with demand"), "filter(_:)": .by("filter"),
    "flatMap(maxPublishers:_:)": .by("flatMap at most 2"),
    "handleEvents(receiveSubscription:receiveOutput:receiveCompletion:receiveCancel:receiveRequest:)":
        .by("handleEvents"),
    "makeConnectable()": .by("makeConnectable"), "map(_:)": .by("map"), "map(_:_:)": .by("map key paths"),
    "map(_:_:_:)": .by("map key paths"), "mapError(_:)": .by("mapError"),
    "measureInterval(using:options:)": .by("measureInterval"), "merge(with:)": .by("merge"),
    "merge(with:_:)": .by("merge 3"), "merge(with:_:_:)": .by("merge 4"), "merge(with:_:_:_:)": .by("merge 5"),
    "merge(with:_:_:_:_:)": .by("merge 6"), "merge(with:_:_:_:_:_:)": .by("merge 7"),
    "merge(with:_:_:_:_:_:_:)": .by("merge 8"), "multicast(_:)": .by("multicast"),
    "multicast(subject:)": .by("multicast subject"), "output(in:)": .by("output"), "prefix(_:)": .by("prefix"),
    "prefix(untilOutputFrom:)": .by("prefix untilOutputFrom"), "prefix(while:)": .by("prefix while"),
    "prepend(_:)": .by("prepend"), "print(_:to:)": .by("print"), "receive(on:options:)": .by("receive on"),
    "reduce(_:_:)": .by("reduce"), "removeDuplicates()": .by("removeDuplicates"),
    "removeDuplicates(by:)": .by("tryRemoveDuplicates"), "replaceEmpty(with:)": .by("replaceEmpty"),
    "replaceError(with:)": .by("replaceError"), "replaceNil(with:)": .by("replaceNil"), "retry(_:)": .by("retry"),
    "retry(_:backoff:scheduler:where:)": .by("retry later"), "scan(_:_:)": .by("scan"),
    "setFailureType(to:)": .by("mapError"), "share()": .by("share"), "share(replay:)": .by("share replay"),
    "subscribe(on:options:)": .by("subscribe on"), "switchToLatest()": .by("switchToLatest"),
    "timeout(_:scheduler:options:customError:)": .by("timeout"), "tryCatch(_:)": .by("tryCatch"),
    "tryCompactMap(_:)": .by("tryCompactMap"), "tryDrop(while:)": .by("tryDrop while"),
    "tryFilter(_:)": .by("tryFilter"), "tryMap(_:)": .by("tryMap"), "tryPrefix(while:)": .by("tryPrefix while"),
    "tryReduce(_:_:)": .by("tryReduce"), "tryRemoveDuplicates(by:)": .by("tryRemoveDuplicates"),
    "tryScan(_:_:)": .by("tryScan"), "throttle(for:scheduler:latest:)": .by("throttle latest"),
    "zip(_:)": .by("zip"), "zip(_:_:)": .by("zip 3"), "zip(_:_:_:)": .by("zip 4"), "zip(_:_:_:_:)": .by("zip 4"),
    "allSatisfy(_:)": .notConserving, "tryAllSatisfy(_:)": .notConserving, "contains(_:)": .notConserving,
    "contains(where:)": .notConserving, "tryContains(where:)": .notConserving, "count()": .notConserving,
    "first()": .notConserving, "first(where:)": .notConserving, "tryFirst(where:)": .notConserving,
    "last()": .notConserving, "last(where:)": .notConserving, "tryLast(where:)": .notConserving,
    "min()": .notConserving, "max()": .notConserving, "min(by:)": .notConserving, "max(by:)": .notConserving,
    "tryMin(by:)": .notConserving, "tryMax(by:)": .notConserving, "ignoreOutput()": .notConserving,
    "output(at:)": .notConserving, "debounce(for:scheduler:options:)": .notConserving,
    // The latest values of both: a test of their own in `ConcurrentSendersTests`.
    "combineLatest(_:)": .notConserving, "combineLatest(_:_:)": .notConserving,
    "combineLatest(_:_:_:)": .notConserving, "combineLatest(_:_:_:_:)": .notConserving,
]
