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
        names.cancel()
    }

    @MainActor
    @Test func `assign(to:) feeds a published property`() {
        let (model, subject) = (Model(), PassthroughSubject<String, Never>())
        subject.assign(to: &model.$name)

        subject.send("c")

        #expect(model.name == "c")
        subject.send(completion: .finished)
    }

    @MainActor
    @Test func `a subscriber that receives a new value reads the previous one from the property`() {
        let model = Model()
        var seen: [String] = []
        let token = model.$name.sinkNow { seen.append("\($0) after \(model.name)") }

        model.name = "b"
        model.name = "c"

        #expect(seen == ["a after a", "b after a", "c after b"])
        #expect(model.name == "c")
        token.cancel()
    }

    @MainActor
    @Test func `a property that is set while it is published has the last value in the end`() {
        let model = Model()
        var seen: [String] = []
        let token = model.$count.sinkNow { count in
            seen.append("\(count) after \(model.count)")
            guard count == 1 else { return }
            model.count = 2
            model.count = 3
            seen.append("reads \(model.count)")
        }

        model.count = 1

        #expect(seen == ["0 after 0", "1 after 0", "reads 3", "2 after 3", "3 after 2"])
        #expect(model.count == 3)
        token.cancel()
    }

    @MainActor
    @Test func `assign(to:) announces changes, and does not retain the object`() {
        let (changes, subject) = (Counter(), PassthroughSubject<String, Never>())
        var model: Model? = Model()
        weak let gone = model
        let token = model?.objectWillChange.sink { _ = changes.next() }
        if let model { subject.assign(to: &model.$name) }

        subject.send("x")
        #expect(changes.value == 1)
        model = nil
        subject.send("y")

        #expect(gone == nil && changes.value == 1)
        token?.cancel()
        subject.send(completion: .finished)
    }

    @MainActor
    @Test func `assign(to:) is cancelled when the object of the property is deallocated`() {
        let (cancellations, subject) = (Counter(), PassthroughSubject<String, Never>())
        var model: Model? = Model()
        if let model { subject.handleEvents(receiveCancel: { _ = cancellations.next() }).assign(to: &model.$name) }
        subject.send("x")
        #expect(model?.name == "x" && cancellations.value == 0)

        model = nil

        #expect(cancellations.value == 1)
    }

    @MainActor
    @Test func `an assignment of another property's publisher leaves the value, and joins nothing`() {
        let (a, b) = (Model(), Model())
        (a.count, b.count) = (1, 2)
        a.$count = b.$count
        #expect(a.count == 1)

        a.count = 99
        #expect(a.count == 99 && b.count == 2)
    }

    final class Announcing: ObservableObject {
        let objectWillChange = PassthroughSubject<String, Never>()
        var name = "" {
            willSet { objectWillChange.send(newValue) }
        }
    }

    @Test func `an object may announce its changes by itself`() {
        let (object, recorder) = (Announcing(), Recorder<String, Never>())
        object.objectWillChange.subscribe(recorder)

        object.name = "n"

        #expect(recorder.values == ["n"])
        recorder.cancel()
    }

    @MainActor
    @Test func `every object has a publisher of its own, the same each time`() {
        let models = (0..<200).map { _ in Model() }
        let publishers = models.map(\.objectWillChange)

        #expect(Set(publishers.map { ObjectIdentifier($0) }).count == 200)
        #expect(zip(models, publishers).allSatisfy { $0.objectWillChange === $1 })
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

extension Publisher where Failure == Never {
    /// Calls a closure of the main actor, for a publisher whose values are sent there.
    @MainActor
    fileprivate func sinkNow(_ receive: @escaping @MainActor (Output) -> Void) -> AnyCancellable {
        sink { value in MainActor.assumeIsolated { receive(value) } }
    }
}
