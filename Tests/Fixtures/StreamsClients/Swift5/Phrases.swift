import Foundation
import FoundationNetworking
import Streams
import StreamsFoundation
import StreamsFoundationNetworking

// Phrases of programs for Combine, each in the words that people use.

struct MyError: Error {}
class Label { var text: String? = ""; var n = 0 }
class Contact: ObservableObject {
    @Published var name: String
    @Published var age: Int
    init(name: String, age: Int) { self.name = name; self.age = age }
    func haveBirthday() -> Int { age += 1; return age }
}
class DateSubscriber: Subscriber {
    typealias Input = Date
    typealias Failure = Never
    var subscription: Subscription?
    func receive(subscription: Subscription) { self.subscription = subscription; subscription.request(.unlimited) }
    func receive(_ input: Date) -> Subscribers.Demand { print("\(input)"); return Subscribers.Demand.none }
    func receive(completion: Subscribers.Completion<Never>) { print("done") }
}
func phrases() {
    var cancellable: AnyCancellable?
    var cancellables = Set<AnyCancellable>()
    let label = Label()
    let pub1 = PassthroughSubject<Int, Never>(); let pub2 = PassthroughSubject<Int, Never>();
    let strings = PassthroughSubject<String, Never>()
    cancellable = pub1.combineLatest(pub2).sink { print("Result: \($0).") }
    cancellable = pub1.combineLatest(pub2).sink { a, b in print(a + b) }
    cancellable = pub1.combineLatest(pub2) { $0 * $1 }.sink { print($0) }
    cancellable = pub1.zip(pub2).map { $0 + $1 }.sink { print($0) }
    cancellable = Publishers.CombineLatest3(pub1, pub2, strings).map { a, b, c in "\(a)\(b)\(c)" }.sink { print($0) }
    cancellable = Publishers.Zip(pub1, strings).sink(
        receiveCompletion: { _ in }, receiveValue: { (n, s) in print(n, s) })
    cancellable = strings.map { Optional($0) }.assign(to: \.text, on: label)
    cancellable = pub1.assign(to: \Label.n, on: label)
    cancellable = pub1.collect(.byTime(DispatchQueue.main, .seconds(5))).sink { print($0) }
    cancellable = pub1.collect(.byTimeOrCount(RunLoop.main, .seconds(5), 3)).sink { print($0) }
    cancellable = pub1.timeout(.seconds(5), scheduler: DispatchQueue.main, options: nil, customError: nil).sink {
        print($0)
    }
    cancellable = pub1.setFailureType(to: MyError.self).timeout(
        5, scheduler: DispatchQueue.main, customError: { MyError() }
    ).sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    cancellable = pub1.throttle(for: 10.0, scheduler: RunLoop.main, latest: true).sink { print($0) }
    cancellable = pub1.debounce(for: .seconds(0.5), scheduler: RunLoop.main).sink { print($0) }
    cancellable = pub1.delay(for: .seconds(3), scheduler: RunLoop.main, options: .none).sink { print($0) }
    cancellable = pub1.delay(for: 0.5, tolerance: 0.1, scheduler: DispatchQueue.main).sink { print($0) }
    cancellable = Publishers.Delay(upstream: pub1, interval: 3, tolerance: 0, scheduler: DispatchQueue.main).sink {
        print($0)
    }
    cancellable = pub1.measureInterval(using: RunLoop.main).sink { print($0) }
    cancellable = pub1.measureInterval(using: DispatchQueue.main).map { $0.magnitude }.sink { print($0) }
    cancellable = strings.breakpoint(receiveOutput: { value in return value == "DEF" }).sink {
        print("\(String(describing: $0))", terminator: " ")
    }
    cancellable = pub1.handleEvents(
        receiveSubscription: { s in print(s.combineIdentifier) }, receiveOutput: { _ in }, receiveCompletion: { _ in },
        receiveCancel: {}, receiveRequest: { print($0) }
    ).sink { _ in }
    cancellable = Timer.publish(every: 1.0, on: .main, in: .default).autoconnect().sink() {
        print("timer fired: \($0)")
    }
    let sub = DateSubscriber()
    Timer.publish(every: 1, on: .main, in: .default).autoconnect().subscribe(sub)
    let m = pub1.map { _ in Int.random(in: 0...100) }.multicast { PassthroughSubject<Int, Never>() }
    m.connect().store(in: &cancellables)
    let m2 = pub1.multicast(subject: PassthroughSubject<Int, Never>())
    cancellable = AnyCancellable(m2.connect())
    let f = Future<Int, Error>() { promise in
        DispatchQueue.main.asyncAfter(deadline: .now() + 2) { promise(Result.success(1)) }
    }
    cancellable = f.sink(receiveCompletion: { _ in }) { print($0) }
    let r = Record<Int, Error> { rec in
        rec.receive(1); rec.receive(completion: .failure(MyError()))
    }
    cancellable = r.replaceError(with: 2).sink { print($0) }
    guard let url = URL(string: "https://example.com") else { return }
    cancellable = URLSession.shared.dataTaskPublisher(for: url).tryMap() { element -> Data in
        guard let http = element.response as? HTTPURLResponse, http.statusCode == 200 else {
            throw URLError(.badServerResponse)
        }
        return element.data
    }.decode(type: [String].self, decoder: JSONDecoder()).sink(
        receiveCompletion: { print($0) }, receiveValue: { print($0) })
    cancellable = [url].publisher.setFailureType(to: URLError.self).flatMap {
        URLSession.shared.dataTaskPublisher(for: $0)
    }.map(\.data).mapError { $0 as Error }.catch { _ in Just(Data()) }.sink { print($0) }
    cancellable = strings.flatMap { s in Just(s).tryMap { _ in throw MyError() }.catch { _ in Just("x") } }.sink {
        print($0)
    }
    cancellable = [1.0, 2.0, nil, 3.0].publisher.replaceNil(with: 0.0).sink { print("\($0)", terminator: " ") }
    cancellable = [1, 2, 3].publisher.tryFilter {
        if $0 == 0 { throw MyError() }; return $0 > 1
    }.sink(receiveCompletion: { print("\($0)") }, receiveValue: { print("\($0)") })
    cancellable = (0...10).publisher.output(in: (3...5)).print("x").sink { _ in }
    cancellable = (0...10).publisher.first(where: { $0 > 5 }).append(11, 12).prepend(Just(3)).sink { print($0) }
    cancellable = [-1, 2, 5].publisher.contains(where: { $0 > 3 }).sink { print($0) }
    cancellable = (0...5).publisher.scan(0) { return $0 + $1 }.last().sink { print($0) }
    cancellable = pub1.prefix(untilOutputFrom: pub2).drop(untilOutputFrom: strings).ignoreOutput().sink(
        receiveCompletion: { _ in }, receiveValue: { _ in })
    cancellable = [pub1, pub2].publisher.flatMap { $0 }.merge(with: pub1, pub2).switchTest()
    let john = Contact(name: "J", age: 24)
    cancellable = john.objectWillChange.sink { _ in print("\(john.age) will change") }
    cancellable = john.$age.combineLatest(john.$name).map { $0 > 3 && !$1.isEmpty }.removeDuplicates().sink {
        print($0)
    }
    DispatchQueue.main.schedule(after: .init(.now() + 1), interval: .seconds(1)) { print("x") }.store(in: &cancellables)
    let q = DispatchQueue(label: "q")
    q.schedule(after: q.now.advanced(by: .seconds(1)), tolerance: .milliseconds(10)) { print("x") }
    OperationQueue.main.schedule { print("x") }
    let any: AnyPublisher<Int, Error> = Deferred { Future { $0(.success(1)) } }.eraseToAnyPublisher()
    cancellable = any.retry(3).subscribe(on: DispatchQueue.global(qos: .background)).receive(
        on: DispatchQueue.main, options: DispatchQueue.SchedulerOptions(qos: .userInitiated)
    ).sink(
        receiveCompletion: { c in
            switch c {
            case .finished: break;
            case .failure(let e): print(e.localizedDescription)
            }
        }, receiveValue: { print($0) })
    cancellable?.cancel()
    _ = Empty<Int, Never>(completeImmediately: false).eraseToAnyPublisher()
    _ = Fail<Int, MyError>(error: MyError()).eraseToAnyPublisher()
    _ = Fail(outputType: Int.self, failure: MyError()).catch { _ in Just(1) }
    let e: Publishers.MergeMany<AnyPublisher<Int, Error>> = Publishers.MergeMany([any, any]); _ = e.collect()
    _ = any.buffer(size: 2, prefetch: .keepFull, whenFull: .customError { MyError() })
    _ = NotificationCenter.default.publisher(for: Notification.Name("x"), object: john).map { $0.object as? Contact }
        .sink { _ in }
}
extension Publisher where Failure == Never {
    func switchTest() -> AnyCancellable { map { Just($0) }.switchToLatest().sink { _ in } }
}
func asyncUse() async throws {
    for await v in (1...3).publisher.values { print(v) }
    for try await v in Fail<Int, MyError>(error: MyError()).values { print(v) }
    print(try await Future<Int, Error> { $0(.success(1)) }.value)
}
