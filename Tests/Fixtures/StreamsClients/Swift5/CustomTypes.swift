import Foundation
import Streams
import StreamsFoundation

// Conformances as tests and libraries for Combine write them.

class TrackingSubscriber<Value, Failure: Error>: Subscriber, Cancellable {
    typealias Input = Value

    private(set) var inputs: [Value] = []
    private(set) var completions: [Subscribers.Completion<Failure>] = []
    private var subscription: Subscription?
    private let onValue: (Value) -> Subscribers.Demand

    init(onValue: @escaping (Value) -> Subscribers.Demand = { _ in .none }) { self.onValue = onValue }

    func receive(subscription: Subscription) {
        self.subscription = subscription
        subscription.request(.max(1))
    }

    func receive(_ input: Value) -> Subscribers.Demand {
        inputs.append(input)
        return onValue(input)
    }

    func receive(completion: Subscribers.Completion<Failure>) { completions.append(completion) }

    func cancel() { subscription?.cancel() }
}

final class Ticks<Downstream: Subscriber>: Subscription where Downstream.Input == Int {
    private var downstream: Downstream?
    private var next = 0

    init(_ downstream: Downstream) { self.downstream = downstream }

    func request(_ demand: Subscribers.Demand) {
        var demand = demand
        while demand > 0, let downstream {
            demand -= 1
            demand += downstream.receive(next)
            next += 1
            if next == 10 { return downstream.receive(completion: .finished) }
        }
    }

    func cancel() { downstream = nil }
}

struct Ticker: Publisher {
    typealias Output = Int
    typealias Failure = Never

    func receive<S>(subscriber: S) where S: Subscriber, Never == S.Failure, Int == S.Input {
        subscriber.receive(subscription: Ticks(subscriber))
    }
}

class Logger: TextOutputStream {
    var text = ""
    func write(_ string: String) { text += string }
}

extension Publisher {
    func unwrap<T>() -> Publishers.CompactMap<Self, T> where Output == T? { compactMap { $0 } }

    func sinkToResult(_ result: @escaping (Result<Output, Failure>) -> Void) -> AnyCancellable {
        sink(
            receiveCompletion: { completion in
                if case .failure(let error) = completion { result(.failure(error)) }
            },
            receiveValue: { result(.success($0)) })
    }
}

extension Publisher where Failure == Never {
    func weakAssign<Root: AnyObject>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root)
        -> AnyCancellable
    {
        sink { [weak object] value in object?[keyPath: keyPath] = value }
    }
}

func usesThem() {
    let tracking = TrackingSubscriber<Int, Never>(onValue: { $0 < 3 ? .max(1) : .none })
    Ticker().print("ticks", to: Logger()).subscribe(tracking)
    var stored: [AnyCancellable] = []
    Ticker().map { Optional($0) }.unwrap().sinkToResult { print($0) }.store(in: &stored)
    let account = Account()
    Ticker().weakAssign(to: \.balance, on: account).store(in: &stored)
    Timer.publish(every: 1, on: .main, in: .common).autoconnect().sink { print($0) }.store(in: &stored)
    Just(Account()).encodeName().sink { _ in }.store(in: &stored)
}

extension Just where Output == Account {
    func encodeName() -> AnyPublisher<Data, Never> {
        map(\.name).encode(encoder: JSONEncoder()).replaceError(with: Data()).eraseToAnyPublisher()
    }
}
