import Streams

/// The model of an operator with one upstream publisher: its output as a function of all upstream values so far.
///
/// It is computed again for each value, and only the new part is published.
struct ListModel: Sendable {
    private let open: @Sendable ([Int]) throws -> [String]
    private let atEnd: @Sendable ([Int]) throws -> [String]
    private let isOver: @Sendable ([Int]) -> Bool
    private let atFailure: @Sendable ([Int], SampleError) -> (values: [String], end: Completion<any Error>)

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - open: The output as long as the upstream publisher has not completed; if it throws, the operator fails.
    ///   - atEnd: The output when the upstream publisher has finished; that of `open` by default.
    ///   - isOver: Whether the operator finishes by itself after these values; `false` by default.
    ///   - atFailure: What follows the output when the upstream publisher fails; the same failure by default.
    init<Output>(
        _ open: @escaping @Sendable ([Int]) throws -> [Output],
        atEnd: (@Sendable ([Int]) throws -> [Output])? = nil,
        isOver: @escaping @Sendable ([Int]) -> Bool = { _ in false },
        atFailure: @escaping @Sendable ([Int], SampleError) -> (values: [Output], end: Completion<any Error>) = {
            ([], .failure($1))
        }
    ) {
        let end = atEnd ?? open
        self.open = { try open($0).map { "\($0)" } }
        self.atEnd = { try end($0).map { "\($0)" } }
        self.isOver = isOver
        self.atFailure = { values, failure in
            let (last, end) = atFailure(values, failure)
            return (last.map { "\($0)" }, end)
        }
    }

    /// A model of an operator that publishes one value when the upstream publisher finishes.
    static func gathering<Output>(_ result: @escaping @Sendable ([Int]) throws -> [Output]) -> ListModel {
        ListModel({ _ in [] }, atEnd: result)
    }

    /// A model of an operator that publishes one value as soon as it is known, and finishes.
    static func deciding<Output: Sendable>(
        _ result: @escaping @Sendable ([Int]) throws -> Output?, atEnd: Output? = nil
    ) -> ListModel {
        ListModel(
            { [try result($0)].compactMap { $0 } },
            atEnd: { [try result($0) ?? atEnd].compactMap { $0 } },
            isOver: { (try? result($0)) != nil })
    }

    /// A model of a gathering operator whose closure throws at a value.
    static func checking<Output>(
        _ check: @escaping @Sendable ([Int]) throws -> Void, _ result: @escaping @Sendable ([Int]) throws -> [Output]
    ) -> ListModel {
        ListModel(
            {
                try check($0)
                return []
            }, atEnd: result)
    }

    /// The events of a subscriber with unlimited demand.
    func marks(_ side: Play.Side) -> [Mark] {
        var marks: [Mark] = []
        func publish(_ output: [String], at time: Int) {
            marks += output.dropFirst(marks.count).map { .value(time, $0) }
        }
        var seen: [Int] = []
        var time = 0
        do {
            publish(try open([]), at: 0)
            if isOver([]) { return marks + [.end(0, Completion<SampleError>.finished)] }
            for event in side.values {
                time = event.time
                seen.append(event.value)
                publish(try open(seen), at: time)
                if isOver(seen) { return marks + [.end(time, Completion<SampleError>.finished)] }
            }
            guard let end = side.end else { return marks }
            time = end.time
            switch end.completion {
            case .finished:
                publish(try atEnd(seen), at: time)
                return marks + [.end(time, Completion<SampleError>.finished)]
            case .failure(let failure):
                let (last, completion) = atFailure(seen, failure)
                return marks + last.map { .value(time, $0) } + [.end(time, completion)]
            }
        } catch {
            return marks + [.end(time, Completion.failure(error))]
        }
    }
}
