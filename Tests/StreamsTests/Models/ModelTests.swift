import Streams
import StreamsTesting
import Testing

/// Every operator against a slow, obviously right model, on random schedules.
/// The models of all operators.
let models: [Model] = stepModels + gatheringModels + combinationModels + timeModels

@Suite struct ModelTests {
    @Test(arguments: models)
    func `publishes what its model does, at the same times and until it is cancelled, erased or not`(model: Model) {
        for seed in 1...80 {
            let play = Play(seed: seed, isInfallible: model.isInfallible)
            let expected = model.expected(play).filter { mark in play.cancellation.map { mark.time < $0 } ?? true }
            let (direct, erased) = (
                marks(of: model, in: play, isErased: false), marks(of: model, in: play, isErased: true)
            )
            #expect(direct == expected, "seed \(seed), \(play)")
            #expect(erased == expected, "seed \(seed), erased, \(play)")
            if direct != expected || erased != expected { break }
        }
    }

    @Test(arguments: models.filter { $0.list != nil })
    func `publishes what its model does for a synchronous publisher, fused and erased`(model: Model) throws {
        let list = try #require(model.list)
        for seed in 1...80 {
            let side = Self.atOnce(Play(seed: seed, isInfallible: model.isInfallible).a)
            let expected = list.marks(side)
            let (fused, erased) = (Watcher(ManualScheduler()), Watcher(ManualScheduler()))
            model.runFused?(Self.cold(side), fused)
            erased.request(.unlimited)
            model.attach(Self.cold(side), true, erased)
            if model.runFused != nil { #expect(fused.marks == expected, "seed \(seed), fused, \(side)") }
            #expect(erased.marks == expected, "seed \(seed), \(side)")
        }
    }

    @Test(arguments: models.filter { $0.list != nil })
    func `publishes as many of its model's values as are demanded, at once, and all in the end`(model: Model) throws {
        let list = try #require(model.list)
        for seed in 1...80 {
            var random = SeededGenerator(seed: seed)
            let side = Self.atOnce(Play(seed: seed, isInfallible: model.isInfallible).a)
            let expected = list.marks(side)
            let values = expected.filter(\.isValue).map(\.text)
            let watcher = Watcher(ManualScheduler())
            model.attach(Self.cold(side), seed.isMultiple(of: 2), watcher)
            var demanded = 0
            #expect(watcher.values == [], "seed \(seed)")
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                let more = Int.random(in: 1...3, using: &random)
                demanded += more
                watcher.request(.max(more))
                #expect(watcher.values == Array(values.prefix(demanded)), "seed \(seed), demand \(demanded), \(side)")
                if watcher.end != nil { #expect(watcher.values == values, "an early end, seed \(seed), \(side)") }
            }
            if Int.random(in: 0...3, using: &random) == 0 {
                let before = watcher.marks
                watcher.cancel()
                watcher.request(.unlimited)
                #expect(watcher.marks == before, "an event after the cancellation, seed \(seed)")
            } else {
                watcher.request(.unlimited)
                #expect(watcher.marks == expected, "seed \(seed), \(side)")
            }
        }
    }

    @Test func `every operator of Publisher has a model`() throws {
        let modelled = Set(models.flatMap(\.operators))
        let operators = try OperatorList.read()
        #expect(operators.count > 90)
        #expect(operators.subtracting(modelled) == [], "operators without a model")
        #expect(modelled.subtracting(operators) == [], "models of operators that do not exist")
    }

    /// The events that a subscriber gets when the sides of the play send to subjects.
    private func marks(of model: Model, in play: Play, isErased: Bool) -> [Mark] {
        let (a, b) = (PassthroughSubject<Int, SampleError>(), PassthroughSubject<Int, SampleError>())
        let scheduler = ManualScheduler()
        let watcher = Watcher(scheduler)
        var steps: [(time: Int, act: () -> Void)] = play.events.map { time, event in
            switch event {
            case .a(let value): (time, { a.send(value) })
            case .b(let value): (time, { b.send(value) })
            case .endOfA(let completion): (time, { a.send(completion: completion) })
            case .endOfB(let completion): (time, { b.send(completion: completion) })
            }
        }
        if let time = play.cancellation { steps.append((time, { watcher.cancel() })) }

        watcher.request(.unlimited)
        model.attach(
            Model.Sources(
                a: ModelSource(upstream: a.eraseToAnyPublisher()), b: ModelSource(upstream: b.eraseToAnyPublisher()),
                scheduler: scheduler), isErased, watcher)
        scheduler.run()
        var now = 0
        for step in steps.sorted(by: { $0.time < $1.time }) {
            scheduler.advance(by: .milliseconds(step.time - now))
            step.act()
            scheduler.run()
            now = step.time
        }
        scheduler.advance(by: .seconds(10))
        watcher.cancel()
        // A cancellation may be scheduled, too.
        scheduler.run()
        return watcher.marks
    }

    /// The same events, all at time 0; a side without an end finishes.
    private static func atOnce(_ side: Play.Side) -> Play.Side {
        Play.Side(values: side.values.map { (0, $0.value) }, end: (0, side.end?.completion ?? .finished))
    }

    /// A publisher of the side's values that waits for demand.
    private static func cold(_ side: Play.Side) -> Model.Sources {
        let (values, completion) = (side.values.map(\.value), side.end?.completion ?? .finished)
        let record = Record(output: values, completion: completion).eraseToAnyPublisher()
        let source = ModelSource(upstream: record, values: values, completion: completion)
        return Model.Sources(a: source, b: source, scheduler: ManualScheduler())
    }
}
