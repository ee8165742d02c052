import Streams
import StreamsTesting
import Synchronization
import TestEvents
import Testing

@Suite struct ContractTests {
    @Test(arguments: operatorCases)
    func `keeps the rules whatever is demanded, cancelled and ended`(operatorCase: OperatorCase) {
        for seed in 1...Sanitizer.rounds(40) {
            let lifetimes = LifetimeCounter()
            let faults = play(operatorCase, seed: seed, lifetimes: lifetimes)

            #expect(faults == [], "seed \(seed)")
            #expect(lifetimes.living == 0, "something was kept, seed \(seed)")
            if !faults.isEmpty || lifetimes.living != 0 { break }
        }
    }

    /// Runs one random sequence of calls on one thread, and releases every object.
    private func play(_ operatorCase: OperatorCase, seed: Int, lifetimes: LifetimeCounter) -> [String] {
        let random = Mutex(SeededGenerator(seed: seed))
        let roll = { @Sendable (range: ClosedRange<Int>) in random.withLock { Int.random(in: range, using: &$0) } }
        let (source, other, scheduler) = (
            StrictSource(lifetimes: lifetimes), StrictSource(lifetimes: lifetimes), ManualScheduler()
        )
        let judge = Judge(lifetimes: lifetimes) { roll(0...3) == 0 ? .max(roll(1...2)) : .none }
        let bench = Workbench(
            source: source.eraseToAnyPublisher(), other: other.eraseToAnyPublisher(), scheduler: scheduler)

        operatorCase.apply(bench).subscribe(judge)
        scheduler.run()
        for step in 1...40 {
            switch roll(1...24) {
            case 1...8: source.send(step)
            case 9...12: other.send(step)
            case 13...17: judge.request(roll(0...9) == 0 ? .unlimited : .max(roll(1...3)))
            case 18...20: scheduler.advance(by: .seconds(roll(0...2)))
            case 21: if step > 10 { source.send(completion: roll(0...1) == 0 ? .finished : .failure(SampleError())) }
            case 22: if step > 20 { other.send(completion: roll(0...2) == 0 ? .failure(SampleError()) : .finished) }
            case 23: if step > 15 { judge.cancel(strictly: true) }
            default: break
            }
        }
        if roll(0...1) == 0 {
            judge.cancel(strictly: true)
        } else {
            source.send(completion: .finished)
            other.send(completion: .finished)
        }
        scheduler.advance(by: .seconds(100))
        judge.cancel(strictly: true)
        scheduler.advance(by: .seconds(100))
        source.send(completion: .finished)
        other.send(completion: .finished)
        return judge.faults
    }

    @Test(arguments: operatorCases)
    func `keeps the rules when threads send, demand and cancel at once`(operatorCase: OperatorCase) async {
        for seed in 1...3 {
            let lifetimes = LifetimeCounter()
            let (source, other, scheduler) = (
                StrictSource(lifetimes: lifetimes), StrictSource(lifetimes: lifetimes), ManualScheduler()
            )
            let judge = Judge(lifetimes: lifetimes) { .none }
            let bench = Workbench(
                source: source.eraseToAnyPublisher(), other: other.eraseToAnyPublisher(), scheduler: scheduler)
            operatorCase.apply(bench).subscribe(judge)
            scheduler.run()

            await withTaskGroup { group in
                group.addTask { for value in 1...Sanitizer.rounds(60) { source.send(value) } }
                group.addTask { for value in 1...Sanitizer.rounds(60) { other.send(value) } }
                group.addTask { for _ in 1...Sanitizer.rounds(60) { judge.request(.max(1)) } }
                group.addTask { for _ in 1...20 { scheduler.advance(by: .seconds(1)) } }
                if seed == 2 { group.addTask { judge.cancel(strictly: false) } }
                if seed == 3 { group.addTask { source.send(completion: .finished) } }
            }

            judge.cancel(strictly: false)
            for end in [source, other] { end.send(completion: .finished) }
            scheduler.advance(by: .seconds(100))

            let faults = judge.faults
            #expect(faults == [])
        }
    }
}
