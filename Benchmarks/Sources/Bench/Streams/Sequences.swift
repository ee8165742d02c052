import CProbe
import Streams

/// Sequences under unlimited demand.
enum Sequences {
    private static let length = StreamsBenchmarks.length

    static func map() -> () -> Void {
        { withExtendedLifetime((0..<length).publisher.map { $0 &+ 1 }.sink { probe_take($0) }) {} }
    }

    static func mapFilterMap() -> () -> Void {
        {
            let publisher = (0..<length).publisher.map { $0 &+ 1 }.filter { $0 & 1 == 0 }.map { $0 &* 3 }
            withExtendedLifetime(publisher.sink { probe_take($0) }) {}
        }
    }

    static func tenOperators() -> () -> Void {
        {
            let first = (0..<length).publisher.map { $0 &+ 1 }.filter { $0 >= 0 }.map { $0 &+ 1 }.filter { $0 >= 0 }
            let second = first.map { $0 &+ 1 }.filter { $0 >= 0 }.map { $0 &+ 1 }.filter { $0 >= 0 }
            withExtendedLifetime(second.map { $0 &+ 1 }.filter { $0 >= 0 }.sink { probe_take($0) }) {}
        }
    }

    static func mapFilterReduce() -> () -> Void {
        {
            let publisher = (0..<length).publisher.map { $0 &+ 1 }.filter { $0 & 1 == 0 }.reduce(0) { $0 &+ $1 }
            withExtendedLifetime(publisher.sink { probe_take($0) }) {}
        }
    }

    static func scan() -> () -> Void {
        { withExtendedLifetime((0..<length).publisher.scan(0) { $0 &+ $1 }.sink { probe_take($0) }) {} }
    }

    static func collect() -> () -> Void {
        { withExtendedLifetime((0..<length).publisher.collect().sink { probe_take($0.count) }) {} }
    }

    static func collectTen() -> () -> Void {
        { withExtendedLifetime((0..<length).publisher.collect(10).sink { probe_take($0.count) }) {} }
    }

    static func buffer() -> () -> Void {
        {
            let publisher = (0..<length).publisher.buffer(size: 16, prefetch: .keepFull, whenFull: .dropNewest)
            withExtendedLifetime(publisher.sink { probe_take($0) }) {}
        }
    }

    static func tryMap() -> () -> Void {
        {
            let publisher = (0..<length).publisher.tryMap { $0 &+ 1 }.filter { $0 >= 0 }
            withExtendedLifetime(publisher.sink(receiveCompletion: { _ in }, receiveValue: { probe_take($0) })) {}
        }
    }

    static func customSubscriber() -> () -> Void {
        { (0..<length).publisher.subscribe(TakesAll()) }
    }

    static func flatMapJust() -> () -> Void {
        { withExtendedLifetime((0..<length).publisher.flatMap { Just($0 &+ 1) }.sink { probe_take($0) }) {} }
    }

    static func flatMapSequence() -> () -> Void {
        {
            let publisher = (0..<100).publisher.flatMap { ($0..<($0 + 10)).publisher }
            withExtendedLifetime(publisher.sink { probe_take($0) }) {}
        }
    }
}

/// A handwritten subscriber that demands every value.
private final class TakesAll: Subscriber {
    typealias Input = Int
    typealias Failure = Never

    func receive(subscription: any Subscription) { subscription.request(.unlimited) }

    func receive(_ input: Int) -> Demand {
        probe_take(input)
        return .none
    }

    func receive(completion: Completion<Never>) {}
}
