import Streams
import StreamsTesting
import Synchronization
import Testing

@Suite struct DebugGroupTests {
    final class Page: Sendable {
        let text = Mutex("")
        struct Pen: TextOutputStream, Sendable {
            let page: Page
            func write(_ string: String) { page.text.withLock { $0 += string } }
        }
    }

    @Test func `print says what happens, in Combine's words`() {
        let page = Page()
        let token = Just(1).print("j", to: Page.Pen(page: page)).sink { _ in }

        #expect(
            page.text.withLock { $0 }
                == "j: receive subscription: (Just)\nj: request unlimited\nj: receive value: (1)\nj: receive finished\n"
        )
        withExtendedLifetime(token) {}
    }

    @Test func `handleEvents tells everything in its place`() {
        let log = Mutex<[String]>([])
        let note = { @Sendable (text: String) in log.withLock { $0.append(text) } }
        let probe = Probe<Int, Never>()
        let recorder = Recorder<Int, Never>(demand: .max(2))
        probe.handleEvents(
            receiveSubscription: { _ in note("subscription") }, receiveOutput: { note("\($0)") },
            receiveCompletion: { note("\($0)") }, receiveCancel: { note("cancel") },
            receiveRequest: { note("\($0)") }
        ).subscribe(recorder)
        probe.send(1)
        recorder.cancel()
        recorder.cancel()

        #expect(log.withLock { $0 } == ["subscription", "max(2)", "1", "cancel"])
    }

    @Test func `a record gives what was written down`() {
        let record = Record<Int, Oops> { recording in
            recording.receive(1)
            recording.receive(completion: .failure(Oops()))
        }
        #expect(record.transcript == "1 Oops(code: 0)")
    }

    @Test func `demand and completion print as in Combine`() {
        #expect("\(Demand.unlimited) \(Demand.max(3))" == "unlimited max(3)")
        #expect(Demand.max(2) + 3 == .max(5))
        #expect(Demand.unlimited - 1 == .unlimited)
        #expect(Demand.max(3) < .unlimited && Demand.max(3) > 2 && 4 > Demand.max(3))
    }
}
