import Streams
import StreamsTesting

extension Publisher {
    /// The events that the publisher publishes synchronously under unlimited demand, as text: `1 2 finished`.
    var transcript: String {
        let recorder = Recorder<Output, Failure>()
        subscribe(recorder)
        return recorder.transcript
    }
}

extension Recorder {
    /// The recorded events as text.
    var transcript: String {
        events.compactMap { event in
            switch event {
            case .subscription: nil
            case .value(let value): "\(value)"
            case .completion(.finished): "finished"
            case .completion(.failure(let failure)): "\(failure)"
            }
        }.joined(separator: " ")
    }
}

/// A publisher of 1, 2 and 3 with a failure type.
let three = (1...3).publisher.setFailureType(to: SampleError.self)
