import Glibc

/// One client of the listener, from its first octet to the last of the answer.
///
/// It lives on the listener's thread. Whatever it is doing it has a deadline, and it gets one answer.
struct CallbackConnection {
    private enum Phase {
        case reading([UInt8])
        case writing(ArraySlice<UInt8>)
        /// The answer is sent; what still comes is read and thrown away, so that closing does not reset the connection
        /// before the browser has read the answer.
        case draining
        case over
    }

    let descriptor: Int32
    /// What a browser that means this address calls the host.
    let host: String
    private(set) var deadline: UInt64
    private var phase = Phase.reading([])

    init(descriptor: Int32, host: String, deadline: UInt64) {
        (self.descriptor, self.host, self.deadline) = (descriptor, host, deadline)
    }

    /// What `poll` is to wait for.
    var events: Int16 {
        if case .writing = phase { return Int16(POLLOUT) }
        return Int16(POLLIN)
    }

    var isOver: Bool {
        if case .over = phase { return true }
        return false
    }

    var isReading: Bool {
        if case .reading = phase { return true }
        return false
    }

    /// Goes on after `poll` has said that something can be done.
    ///
    /// - Parameters:
    ///   - lingering: Until when the browser may take its time to read the answer.
    ///   - answer: Called with the head, or the status of a refusal, once: the octets to send.
    mutating func advance(lingering: UInt64, answer: (RequestHead.Reading) -> [UInt8]) {
        switch phase {
        case .reading(var bytes):
            guard let more = receive() else { return phase = .over }
            guard !more.isEmpty else { return }
            bytes += more
            let reading = RequestHead.read(bytes)
            guard reading != .incomplete else { return phase = .reading(bytes) }
            phase = .writing(answer(reading)[...])
            deadline = lingering
            send()
        case .writing: send()
        case .draining: if receive() == nil { phase = .over }
        case .over: break
        }
    }

    /// Answers a client that was too slow with `bytes`, as far as they go at once.
    mutating func giveUp(with bytes: [UInt8]) {
        guard isReading else { return phase = .over }
        phase = .writing(bytes[...])
        send()
        phase = .over
    }

    private mutating func send() {
        guard case .writing(var rest) = phase else { return }
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return phase = .writing(rest) }
            guard count > 0 else { return phase = .over }
            rest = rest.dropFirst(count)
        }
        shutdown(descriptor, Int32(SHUT_WR))
        phase = .draining
    }

    /// What has arrived; empty when nothing has, `nil` at the end.
    private func receive() -> [UInt8]? {
        var isEnd = false
        let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
            var received = -1
            repeat {
                received = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            } while received < 0 && errno == EINTR
            count = max(received, 0)
            isEnd = received == 0 || received < 0 && errno != EAGAIN
        }
        return isEnd ? nil : bytes
    }
}
