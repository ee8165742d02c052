import ByteEncodings
import HTTPMessages
import RequestPipeline
import TestEvents
import Testing
import TransportDoubles

/// Responses of a hostile server that are as long as a response may be.
@Suite struct HostileResponseTests {
    /// In a process of its own, because the peak belongs to the whole process.
    @Test(.enabled(if: !Sanitizer.isActive), arguments: HostileJSON.allCases)
    func `T14 a client with a logger needs at most 32 MiB for a response of 1 MiB`(text: HostileJSON) async {
        await #expect(processExitsWith: .success) { [text] in
            let recorder = LogRecorder()
            let response = TransportResponse(status: 400, body: text.text)
            let request = try sampleRequest(StubTransport { _ in .success(response) }, logger: recorder)

            let rise = try #require(
                await PeakMemory.rise {
                    await #expect(throws: SampleFailure.self) { _ = try await request.start() }
                    _ = await recorder.next(2)
                })

            #expect(rise <= 32 << 20, "\(rise >> 10) KiB")
        }
    }
}
