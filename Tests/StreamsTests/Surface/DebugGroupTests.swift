import Streams
import StreamsExtras
import StreamsTesting
import Synchronization
import Testing

@Suite struct DebugGroupTests {
    final class Page: Sendable {
        let text = Mutex("")
        struct Pen: TextOutputStream, Sendable {
            let page: Page
            func write(_ string: String) { page.text.withLock { $0 += string } }
        }
    }

    @Test func `print writes each event in Combine's words`() {
        let page = Page()
        let token = Just(1).print("j", to: Page.Pen(page: page)).sink { _ in }

        #expect(
            page.text.withLock { $0 }
                == "j: receive subscription: (Just)\nj: request unlimited\nj: receive value: (1)\nj: receive finished\n"
        )
        withExtendedLifetime(token) {}
    }

    @Test func `print tells demand that was answered with a value from demand that was requested`() {
        let page = Page()
        [7].publisher.print("", to: Page.Pen(page: page)).subscribe(
            AnySubscriber(receiveSubscription: { $0.request(.max(1)) }, receiveValue: { _ in .max(2) }))

        #expect(
            page.text.withLock { $0 } == """
                receive subscription: ([7])
                request max: (1)
                receive value: (7)
                request max: (2) (synchronous)
                receive finished

                """)
    }

    @Test(arguments: NamedPipeline.all) func `a subscription says which operator it belongs to`(
        _ pipeline: NamedPipeline
    ) {
        #expect(pipeline.description(Probe<Int, Never>()) == pipeline.name)
    }

    @Test func `handleEvents tells everything in its place`() {
        let log = Mutex<[String]>([])
        let note = { @Sendable (text: String) in log.withLock { $0.append(text) } }
        let probe = Probe<Int, Never>()
        let recorder = Recorder<Int, Never>(demand: .max(2))
        probe.handleEvents(
            receiveSubscription: { _ in note("subscription") }, receiveOutput: { note("\($0)") },
            receiveCompletion: { note("\($0)") }, receiveCancel: { note("cancel") },
            receiveRequest: { note("\($0)") }
        ).subscribe(recorder)
        probe.send(1)
        recorder.cancel()
        recorder.cancel()

        #expect(log.withLock { $0 } == ["subscription", "max(2)", "1", "cancel"])
    }

    @Test func `a record gives what was written down`() {
        let record = Record<Int, SampleError> { recording in
            recording.receive(1)
            recording.receive(completion: .failure(SampleError()))
        }
        #expect(record.transcript == "1 SampleError(code: 0)")
    }

    @Test func `demand and completion print as in Combine`() {
        #expect("\(Demand.unlimited) \(Demand.max(3))" == "unlimited max(3)")
        #expect(Demand.max(2) + 3 == .max(5))
        #expect(Demand.unlimited - 1 == .unlimited)
        #expect(Demand.max(3) < .unlimited && Demand.max(3) > 2 && 4 > Demand.max(3))
    }
}

/// The scheduler of the pipelines: its time does not advance, and it outlives the pipelines, whose pending actions
/// retain it.
private let clock = ManualScheduler()

/// A pipeline and the name of its subscription in Combine's logs.
struct NamedPipeline: Sendable, CustomTestStringConvertible {
    let name: String
    let description: @Sendable (Probe<Int, Never>) -> String
    var testDescription: String { name }

    private init<P: Publisher>(_ name: String, _ apply: @escaping @Sendable (Probe<Int, Never>) -> P) {
        self.name = name
        description = { probe in
            let names = Mutex<[String]>([])
            apply(probe).subscribe(
                AnySubscriber(receiveSubscription: { subscription in
                    names.withLock { $0.append("\(subscription)") }
                    subscription.cancel()
                }))
            return names.withLock { $0.joined(separator: ", ") }
        }
    }

    static let all: [NamedPipeline] = [
        NamedPipeline("Just") { _ in Just(1) },
        NamedPipeline("Optional") { _ in Int("1").publisher },
        NamedPipeline("Once") { _ in Result<Int, SampleError>.success(1).publisher },
        NamedPipeline("[1, 2]") { _ in [1, 2].publisher },
        NamedPipeline("Empty") { _ in Fail<Int, SampleError>(error: SampleError()) },
        NamedPipeline("Future") { _ in Future<Int, Never> { _ in } },
        NamedPipeline("PassthroughSubject") { _ in PassthroughSubject<Int, Never>() },
        NamedPipeline("CurrentValueSubject") { _ in CurrentValueSubject<Int, Never>(1) },
        NamedPipeline("ReplaySubject") { _ in ReplaySubject<Int, Never>(capacity: .max) },
        NamedPipeline("TryMap") { $0.tryMap { $0 } },
        NamedPipeline("RemoveDuplicates") { $0.removeDuplicates() },
        NamedPipeline("Collect") { $0.collect() },
        NamedPipeline("CollectByCount") { $0.collect(2) },
        NamedPipeline("CollectByTime") { $0.collect(.byTime(clock, .seconds(1))) },
        NamedPipeline("Reduce") { $0.reduce(0, +) },
        NamedPipeline("DropWhile") { $0.drop { $0 < 1 } },
        NamedPipeline("PrefixUntilOutput") { $0.prefix(untilOutputFrom: $0) },
        NamedPipeline("DropUntilOutput") { $0.drop(untilOutputFrom: $0) },
        NamedPipeline("Concatenate") { $0.append(1) },
        NamedPipeline("Merge") { $0.merge(with: $0.map { $0 }, $0.map { $0 }) },
        NamedPipeline("Zip") { $0.zip($0, $0) },
        NamedPipeline("CombineLatest") { $0.combineLatest($0) },
        NamedPipeline("FlatMap") { $0.flatMap { Just($0) } },
        NamedPipeline("SwitchToLatest") { $0.map { Just($0) }.switchToLatest() },
        NamedPipeline("Catch") { $0.setFailureType(to: SampleError.self).catch { _ in Just(1) } },
        NamedPipeline("ReplaceError") { $0.setFailureType(to: SampleError.self).replaceError(with: 1) },
        NamedPipeline("Encode") { $0.encode(encoder: Plain()) },
        NamedPipeline("Decode") { $0.map { "\($0)" }.decode(type: Int.self, decoder: Plain()) },
        NamedPipeline("Retry") { $0.setFailureType(to: SampleError.self).retry(2) },
        NamedPipeline("Debounce") { $0.debounce(for: .seconds(1), scheduler: clock) },
        NamedPipeline("Throttle") { $0.throttle(for: .seconds(1), scheduler: clock, latest: true) },
        NamedPipeline("Delay") { $0.delay(for: .seconds(1), scheduler: clock) },
        NamedPipeline("Timeout") { $0.timeout(.seconds(1), scheduler: clock) },
        NamedPipeline("MeasureInterval") { $0.measureInterval(using: clock) },
        NamedPipeline("ReceiveOn") { $0.receive(on: ImmediateScheduler.shared) },
        NamedPipeline("SubscribeOn") { $0.subscribe(on: ImmediateScheduler.shared) },
        NamedPipeline("Multicast") { $0.share() },
        NamedPipeline("Multicast") { $0.multicast(subject: CurrentValueSubject(1)).autoconnect() },
        NamedPipeline("Multicast") { $0.makeConnectable() },
        NamedPipeline("Multicast") { $0.makeConnectable().autoconnect() },
        NamedPipeline("PublishedSubject") { _ in PublishedCount().$count },
        NamedPipeline("ObservableObjectPublisher") { _ in ObservableObjectPublisher() },
        NamedPipeline("Buffer") { $0.buffer(size: 1, prefetch: .keepFull, whenFull: .dropNewest) },
        NamedPipeline("HandleEvents") { $0.handleEvents() },
        NamedPipeline("Print") { $0.print("", to: DiscardingStream()) },
    ]
}

/// An object with a published property.
private final class PublishedCount {
    @Published var count = 0
}

/// A coder that leaves numbers and texts as they are.
private struct Plain: TopLevelEncoder, TopLevelDecoder, Sendable {
    func encode<T: Encodable>(_ value: T) throws -> String { "\(value)" }

    func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
        guard let value = Int(text) as? T else { throw SampleError() }
        return value
    }
}
