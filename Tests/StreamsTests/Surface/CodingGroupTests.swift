import Streams
import StreamsTesting
import Testing

@Suite struct CodingGroupTests {
    /// A coder of a program: numbers as text.
    private struct Numerals: TopLevelEncoder, TopLevelDecoder, Sendable {
        func encode<T: Encodable>(_ value: T) throws -> String {
            guard let number = value as? Int, number >= 0 else { throw SampleError(code: 1) }
            return "#\(number)"
        }

        func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
            guard let value = Int(text.dropFirst()) as? T else { throw SampleError(code: 2) }
            return value
        }
    }

    @Test func `encode makes text of values, and fails where the coder does`() {
        #expect([1, 2].publisher.encode(encoder: Numerals()).transcript == "#1 #2 finished")
        let probe = Probe<Int, SampleError>()
        let recorder = Recorder<String, any Error>()
        probe.encode(encoder: Numerals()).subscribe(recorder)

        probe.send(3)
        probe.send(-1)

        #expect(recorder.transcript == "#3 SampleError(code: 1)" && probe.isCancelled)
    }

    @Test func `decode makes values of text, and fails where the coder does`() {
        let decoded = ["#1", "#x", "#3"].publisher.decode(type: Int.self, decoder: Numerals())

        #expect(decoded.transcript == "1 SampleError(code: 2)")
    }

    @Test func `a failure of upstream goes on`() {
        let failing = Fail<Int, SampleError>(error: SampleError(code: 5))

        #expect(failing.encode(encoder: Numerals()).transcript == "SampleError(code: 5)")
    }
}
