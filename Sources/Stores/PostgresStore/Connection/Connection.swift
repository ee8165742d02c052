import CAuth0Postgres
import LinuxCLibrary
import LinuxSystemCalls
import SecretStorage

/// A connection to the server, which one thread uses.
///
/// It never blocks without a deadline: libpq only sends and parses, and this type waits for the socket.
final class Connection {
    private let handle: OpaquePointer
    /// The server, the database and the role, for errors.
    private let place: String
    /// The value that distinguishes the session from those of other clients.
    private let mark = "\(UInt64.random(in: 0 ... .max))"
    private var prepared: Set<String> = []
    /// Whether the connection can no longer be used.
    private(set) var isLost = false
    /// The end of the current call.
    var deadline: ContinuousClock.Instant
    /// The event that ends the current call early.
    var interrupt: Wakeup?

    /// Connects; blocks. The event ends the wait early, with a `CancellationError`.
    init(
        _ options: ConnectionOptions, at address: String?, until deadline: ContinuousClock.Instant, interrupt: Wakeup?
    ) throws {
        guard let handle = try options.start(at: address) else {
            throw SecretStoreError(.unavailable, detail: "out of memory")
        }
        self.handle = handle
        self.deadline = deadline
        self.interrupt = interrupt
        place = options.place
        PQsetErrorVerbosity(handle, PQERRORS_SQLSTATE)
        // By default libpq prints the notices of the server.
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        try connect(needsGate: options.needsGate)
        guard PQsetnonblocking(handle, 1) == 0 else { throw lost("connecting") }
    }

    deinit { PQfinish(handle) }

    private func connect(needsGate: Bool) throws {
        var (step, state) = (PGRES_POLLING_WRITING, CONNECTION_NEEDED)
        var gate: AuthenticationGate?
        while step != PGRES_POLLING_OK {
            guard PQstatus(handle) != CONNECTION_BAD else {
                throw ServerFailure.connecting(handle, in: state, to: place)
            }
            state = PQstatus(handle)
            if needsGate, gate == nil, state == CONNECTION_AWAITING_RESPONSE {
                gate = AuthenticationGate(before: PQsocket(handle))
                guard gate != nil else { throw SecretStoreError(.unavailable, detail: "no descriptor is left") }
            }
            if let open = gate {
                try wait(for: POLLIN, on: open.server)
                switch open.receive() {
                case .waiting: continue
                case .refused: throw ServerFailure.unproven(at: place)
                case .passed, .open: break
                }
            } else {
                try wait(for: step == PGRES_POLLING_READING ? POLLIN : POLLOUT)
            }
            step = PQconnectPoll(handle)
            if let open = gate {
                guard open.sendReply() else { throw lost("connecting") }
                if open.openIfAccepted() { gate = nil }
            }
            guard step != PGRES_POLLING_FAILED else { throw ServerFailure.connecting(handle, in: state, to: place) }
        }
    }

    /// Whether the server has not closed this idle connection, as far as this machine knows.
    var isAlive: Bool {
        while !isLost {
            var polled = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
            let count = poll(&polled, 1, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return true }
            if PQconsumeInput(handle) != 1 || PQstatus(handle) == CONNECTION_BAD { isLost = true }
        }
        return false
    }

    /// The descriptor of the socket.
    var socket: Int32 { PQsocket(handle) }

    /// Whether input waits in memory, for which the socket does not become readable: libpq may read a part of a record
    /// of TLS, and OpenSSL keeps the rest.
    var hasDecryptedInput: Bool { auth0_pg_decrypted(handle) > 0 }

    /// Executes a prepared statement; blocks. The first use of the statement prepares it. After an error ``isLost``
    /// states whether the connection can be reused.
    @discardableResult
    func execute(_ statement: Statement, _ values: Value...) throws -> Rows { try execute(statement, values) }

    private func execute(_ statement: Statement, _ values: [Value]) throws -> Rows {
        if !prepared.contains(statement.name) {
            try sent(PQsendPrepare(handle, statement.name, statement.text, 0, nil), statement.purpose)
            _ = try result(statement.purpose)
            prepared.insert(statement.name)
        }
        try sent(
            Value.withArrays(values) { pointers, counts, formats in
                PQsendQueryPrepared(handle, statement.name, Int32(values.count), pointers, counts, formats, 1)
            }, statement.purpose)
        return try result(statement.purpose)
    }

    /// Marks the session, for ``isTrueInSession(_:_:)``.
    func markSession() throws { try execute(.markSession, .text(mark)) }

    /// Executes a statement with the mark of the session as its first parameter, and returns its value.
    ///
    /// A null means that a pooler shares sessions: it has passed the statement to another one, or has passed this one
    /// to another client. The locks and the announcements of this connection are those of any client then.
    @discardableResult
    func isTrueInSession(_ statement: Statement, _ values: Value...) throws -> Bool {
        let rows = try execute(statement, [.text(mark)] + values)
        guard rows.bytes(0, 0).isEmpty else { return rows.isTrue(0, 0) }
        isLost = true
        throw ServerFailure.of(statement.purpose, at: place, sqlState: ServerFailure.anotherSession)
    }

    /// Executes constant statements without parameters, which are one transaction unless they say otherwise, and
    /// returns the rows of the last one; blocks.
    @discardableResult
    func run(_ script: StaticString, for purpose: String = "making the tables") throws -> Rows {
        try sent(PQsendQuery(handle, script.description), purpose)
        return try result(purpose)
    }

    /// Makes each transaction wait until it is on the server's disk, also if the role or the database is set otherwise.
    ///
    /// A stronger setting such as `remote_apply` remains, and so does `local`.
    func makeDurable() throws {
        guard try execute(.durability).isTrue(0, 0) else {
            throw SecretStoreError(.failed, detail: "the server does not turn synchronous_commit on")
        }
    }

    /// Returns the payloads of the notifications that have arrived.
    func notifications() throws -> [String] {
        guard PQconsumeInput(handle) == 1, PQstatus(handle) == CONNECTION_OK else {
            throw lost("listening for changes")
        }
        var payloads: [String] = []
        while let notification = PQnotifies(handle) {
            if let extra = notification.pointee.extra { payloads.append(String(cString: extra)) }
            PQfreemem(notification)
        }
        return payloads
    }

    private func sent(_ status: Int32, _ operation: String) throws {
        guard status == 1 else { throw lost(operation) }
        while case let left = PQflush(handle), left != 0 {
            guard left == 1 else { throw lost(operation) }
            // The server may have to send before it can receive.
            if try wait(for: POLLIN | POLLOUT) & POLLIN != 0, PQconsumeInput(handle) != 1 { throw lost(operation) }
        }
    }

    /// Waits for the result of everything that was sent.
    private func result(_ operation: String) throws -> Rows {
        var last: Rows?
        var failure: SecretStoreError?
        while true {
            while PQisBusy(handle) != 0 {
                try wait(for: POLLIN)
                guard PQconsumeInput(handle) == 1 else { throw lost(operation) }
            }
            guard let result = PQgetResult(handle) else { break }
            let rows = Rows(result)
            if rows.isFailure {
                failure = failure ?? ServerFailure.of(operation, at: place, sqlState: rows.sqlState)
            }
            last = rows
        }
        if PQstatus(handle) != CONNECTION_OK { isLost = true }
        if let failure {
            // A server that shuts down or has become a standby serves no further call of this connection.
            if failure.code == .unavailable { isLost = true }
            throw failure
        }
        guard let last else { throw lost(operation) }
        return last
    }

    private func lost(_ operation: String) -> SecretStoreError {
        isLost = true
        return ServerFailure.of(operation, at: place, sqlState: nil)
    }

    /// Waits for the socket, by default libpq's, the deadline or the event, and returns the reached states of the
    /// socket.
    @discardableResult
    private func wait(for events: Int32, on socket: Int32? = nil) throws -> Int32 {
        if events & POLLIN != 0, hasDecryptedInput { return POLLIN }
        var polled = [pollfd(fd: socket ?? PQsocket(handle), events: Int16(events), revents: 0)]
        if let interrupt { polled.append(pollfd(fd: interrupt.descriptor, events: Int16(POLLIN), revents: 0)) }
        while true {
            let count = poll(&polled, nfds_t(polled.count), ContinuousClock.now.milliseconds(until: deadline))
            if count < 0, errno == EINTR { continue }
            if polled.count > 1, polled[1].revents != 0 {
                cancel()
                throw CancellationError()
            }
            guard count > 0 else {
                isLost = true
                throw SecretStoreError(.unavailable, detail: "\(place) did not answer in time: check host and port")
            }
            return Int32(polled[0].revents)
        }
    }

    /// Ends the current statement on the server, and this connection.
    ///
    /// libpq sends the request to cancel without TLS, so it is omitted on encrypted connections. There, and if the
    /// server does not answer the request, the statement ends at the time limit at the latest.
    private func cancel() {
        isLost = true
        guard PQstatus(handle) == CONNECTION_OK, PQsslInUse(handle) == 0, let request = PQgetCancel(handle) else {
            return
        }
        StatementCancellation.send(request)
    }
}

extension ContinuousClock.Instant {
    /// Returns the time from this instant to another in milliseconds, rounded up; 0 if the other instant has passed.
    func milliseconds(until end: ContinuousClock.Instant) -> Int32 {
        Int32(clamping: (duration(to: end).wholeNanoseconds + 999_999) / 1_000_000)
    }
}
