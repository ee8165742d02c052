import LinuxCLibrary

/// One connection of the listener, for one request and its response, with a deadline in every phase.
struct CallbackConnection {
    private enum Phase {
        case reading([UInt8])
        case writing(ArraySlice<UInt8>)
        /// The response is sent. Further octets are read and discarded, because closing a socket with unread octets
        /// resets the connection before the browser has read the response.
        case draining
        case over
    }

    let descriptor: Int32
    /// The host in the address that leads to this socket.
    let host: String
    let peer: Peer
    private(set) var deadline: UInt64
    private var phase = Phase.reading([])

    init(descriptor: Int32, host: String, deadline: UInt64, _ monitor: SocketMonitor?) {
        (self.descriptor, self.host, self.deadline) = (descriptor, host, deadline)
        peer = Peer(descriptor, monitor)
    }

    var events: Int16 { isWriting ? Int16(POLLOUT) : Int16(POLLIN) }

    var isOver: Bool { if case .over = phase { true } else { false } }

    var isReading: Bool { if case .reading = phase { true } else { false } }

    var isWriting: Bool { if case .writing = phase { true } else { false } }

    /// Continues after `poll` has reported an event. `answer` is called once; `lingering` is the deadline for the
    /// browser to read the response.
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

    /// Ends a connection whose deadline has passed; sends what the socket accepts immediately.
    mutating func giveUp(with bytes: [UInt8]) {
        guard isReading else { return phase = .over }
        phase = .writing(bytes[...])
        send()
        phase = .over
    }

    private mutating func send() {
        guard case .writing(var rest) = phase else { return }
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                LinuxCLibrary.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return phase = .writing(rest) }
            guard count > 0 else { return phase = .over }
            rest = rest.dropFirst(count)
        }
        shutdown(descriptor, Int32(SHUT_WR))
        phase = .draining
    }

    /// Reads the octets that have arrived: empty if there are none yet, `nil` at the end of the connection.
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
