import Streams
import StreamsTesting
import Synchronization
import Testing

@Suite struct StateGroupTests {
    @MainActor final class Model: ObservableObject {
        @Published var name = "a"
        @Published var count = 0
    }

    @MainActor
    @Test func `a published property gives its value and every new one, and announces changes`() {
        let model = Model()
        let (names, changes) = (Recorder<String, Never>(), Counter())
        model.$name.subscribe(names)
        let token = model.objectWillChange.sink { _ = changes.next() }

        model.name = "b"
        model.count = 1

        #expect(names.values == ["a", "b"])
        #expect(changes.value == 2)
        #expect(model.name == "b")
        token.cancel()
    }

    @MainActor
    @Test func `assign(to:) feeds a published property`() {
        let (model, subject) = (Model(), PassthroughSubject<String, Never>())
        subject.assign(to: &model.$name)

        subject.send("c")

        #expect(model.name == "c")
    }

    final class Box: Sendable {
        private let stored = Mutex(0)
        var value: Int {
            get { stored.withLock { $0 } }
            set { stored.withLock { $0 = newValue } }
        }
    }

    @Test func `assign(to:on:) sets a property until it is cancelled`() {
        let (box, subject) = (Box(), PassthroughSubject<Int, Never>())
        let token = subject.assign(to: \.value, on: box)

        subject.send(1)
        token.cancel()
        subject.send(2)

        #expect(box.value == 1)
    }
}
