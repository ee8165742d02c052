// Error: main actor-isolated property 'text' can not be mutated from a Sendable closure
import Streams

@MainActor
final class Screen {
    var text = ""

    func show(_ subject: PassthroughSubject<String, Never>) -> AnyCancellable {
        subject.sink { self.text = $0 }
    }
}
