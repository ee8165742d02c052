import Streams

@MainActor
final class Screen {
    var text = ""

    func show(_ subject: PassthroughSubject<String, Never>) -> AnyCancellable {
        subject.sink { self.text = $0 }
    }
}
