// Chains for which the optimizer once exceeded a limit of the compiler ("too many/large bit fields allocated in
// function"): a future or a value and seven to nine stateless operators, a subject and five, with a subscriber of the
// program's own.
import Streams

struct SampleError: Error {}

final class Counter<Input, Failure: Error>: Subscriber {
    func receive(subscription: any Subscription) { subscription.request(.unlimited) }
    func receive(_ input: Input) -> Demand { .none }
    func receive(completion: Completion<Failure>) {}
}

func future(_ counter: Counter<Int, SampleError>) {
    Future<Int, SampleError> { $0(.success(1)) }
        .map { $0 + 1 }.filter { $0 > 2 }.map { $0 * 2 }.filter { $0 > 3 }.compactMap { $0 > 3 ? $0 : nil }
        .map { $0 + 1 }.filter { $0 > 2 }
        .subscribe(counter)
}

func value() -> AnyCancellable {
    Just(1)
        .map { $0 + 1 }.filter { $0 > 2 }.map { $0 * 2 }.filter { $0 > 3 }.compactMap { $0 > 3 ? $0 : nil }
        .map { $0 + 1 }.filter { $0 > 2 }.map { $0 * 2 }.filter { $0 > 3 }
        .sink { _ in }
}

func subject(_ counter: Counter<Int, SampleError>) {
    PassthroughSubject<Int, SampleError>()
        .map { $0 + 1 }.filter { $0 > 2 }.map { $0 * 2 }.filter { $0 > 3 }.compactMap { $0 > 3 ? $0 : nil }
        .subscribe(counter)
}

func loop(_ counter: Counter<Int, SampleError>) {
    for number in 1...3 {
        (1...number).publisher.setFailureType(to: SampleError.self)
            .map { $0 + 1 }.filter { $0 > 2 }.map { $0 * 2 }.filter { $0 > 3 }.map { $0 + 1 }
            .subscribe(counter)
    }
}

future(Counter())
value().cancel()
subject(Counter())
loop(Counter())
