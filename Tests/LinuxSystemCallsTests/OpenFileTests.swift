import Glibc
import LinuxSystemCalls
import Testing

/// Operations on open files.
@Suite(.timeLimit(.minutes(30))) struct OpenFileTests {
    @Test func `a write to a full socket waits for its reader, and is complete`() async throws {
        let sockets = try SocketPair()
        let (reading, writing) = (sockets.far, sockets.near)
        defer { close(reading) }
        try #require(fcntl(writing, F_SETFL, O_NONBLOCK) == 0)
        let page = [UInt8](repeating: 0, count: 4_096)
        var filled = 0
        while case let count = write(writing, page, page.count), count > 0 { filled += count }
        let message = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }

        async let isWritten = onThread {
            defer { close(writing) }
            return (try? OpenFile.write(message, to: writing)) != nil
        }
        let received = await onThread { bytes(of: reading) }

        #expect(await isWritten)
        #expect(filled > 0 && received.count == filled + message.count)
        #expect(received.dropFirst(filled).elementsEqual(message))
    }

    /// Reads a descriptor to its end.
    private func bytes(of descriptor: Int32) -> [UInt8] {
        var (all, part) = ([UInt8](), [UInt8](repeating: 0, count: 4_096))
        while case let count = read(descriptor, &part, part.count), count > 0 { all += part.prefix(count) }
        return all
    }

    /// Runs a closure on a thread that may block.
    private func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            let isStarted = BackgroundThread.start(named: "test-socket") { continuation.resume(returning: body()) }
            precondition(isStarted, "no thread")
        }
    }
}
