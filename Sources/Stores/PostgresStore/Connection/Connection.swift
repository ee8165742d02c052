import CAuth0Postgres
import Glibc
import LinuxSystemCalls
import SecretStorage

/// A connection to the server, which one thread uses.
///
/// It never blocks without a deadline: libpq only sends and parses, and this waits for the socket.
final class Connection {
    private let handle: OpaquePointer
    private var prepared: Set<String> = []
    /// Whether the connection is useless from now on.
    private(set) var isLost = false
    /// The end of the current call.
    var deadline: ContinuousClock.Instant
    /// The event that ends the current call early.
    var interrupt: Wakeup?

    /// Connects; blocks.
    ///
    /// - Parameters:
    ///   - options: The options of the connection.
    ///   - deadline: The end of the wait.
    ///   - interrupt: The event that ends the wait early.
    /// - Throws: ``SecretStorage/SecretStoreError``, or `CancellationError` after the event.
    init(_ options: ConnectionOptions, until deadline: ContinuousClock.Instant, interrupt: Wakeup?) throws {
        guard let handle = try options.start() else { throw SecretStoreError(.unavailable, detail: "out of memory") }
        self.handle = handle
        self.deadline = deadline
        self.interrupt = interrupt
        PQsetErrorVerbosity(handle, PQERRORS_SQLSTATE)
        // By default libpq prints the notices of the server.
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        try connect()
        guard PQsetnonblocking(handle, 1) == 0 else { throw ServerFailure.connecting(handle, inTLS: false) }
    }

    deinit { PQfinish(handle) }

    private func connect() throws {
        var (step, isInTLS) = (PGRES_POLLING_WRITING, false)
        guard PQstatus(handle) != CONNECTION_BAD else { throw ServerFailure.connecting(handle, inTLS: false) }
        while step != PGRES_POLLING_OK {
            try wait(for: step == PGRES_POLLING_READING ? POLLIN : POLLOUT)
            isInTLS = PQstatus(handle) == CONNECTION_SSL_STARTUP
            step = PQconnectPoll(handle)
            guard step != PGRES_POLLING_FAILED else { throw ServerFailure.connecting(handle, inTLS: isInTLS) }
        }
    }

    /// Whether the server has not closed this idle connection, as far as this machine knows.
    var isAlive: Bool {
        while !isLost {
            var polled = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
            guard poll(&polled, 1, 0) > 0 else { return true }
            if PQconsumeInput(handle) != 1 || PQstatus(handle) == CONNECTION_BAD { isLost = true }
        }
        return false
    }

    /// The descriptor of the socket.
    var socket: Int32 { PQsocket(handle) }

    /// Executes a prepared statement; blocks. The first use of the statement prepares it.
    ///
    /// - Parameters:
    ///   - statement: The statement.
    ///   - values: The values of its parameters.
    /// - Returns: The rows.
    /// - Throws: ``SecretStorage/SecretStoreError``, or `CancellationError` after the event. ``isLost`` tells whether
    ///   the connection can be used again.
    @discardableResult
    func execute(_ statement: Statement, _ values: Value...) throws -> Rows {
        if !prepared.contains(statement.name) {
            try sent(PQsendPrepare(handle, statement.name, statement.text, 0, nil))
            _ = try result()
            prepared.insert(statement.name)
        }
        try sent(
            Value.withArrays(values) { pointers, counts, formats in
                PQsendQueryPrepared(handle, statement.name, Int32(values.count), pointers, counts, formats, 1)
            })
        return try result()
    }

    /// Executes constant statements without parameters; blocks.
    ///
    /// - Parameter script: The statements, which are one transaction unless they say otherwise.
    /// - Returns: The rows of the last one.
    /// - Throws: ``SecretStorage/SecretStoreError``, or `CancellationError`.
    @discardableResult
    func run(_ script: StaticString) throws -> Rows {
        try sent(PQsendQuery(handle, script.description))
        return try result()
    }

    /// Makes each transaction wait until the server has it on its disk, also if the role or the database says otherwise.
    ///
    /// A stronger setting stays, such as `remote_apply`, and so does `local`.
    ///
    /// - Throws: ``SecretStorage/SecretStoreError``.
    func makeDurable() throws {
        guard try execute(.durability).isTrue(0, 0) else {
            throw SecretStoreError(.failed, detail: "the server does not turn synchronous_commit on")
        }
    }

    /// Returns the notifications that have arrived.
    ///
    /// - Returns: The payloads.
    /// - Throws: ``SecretStorage/SecretStoreError/Code/unavailable`` when the connection is lost.
    func notifications() throws -> [String] {
        guard PQconsumeInput(handle) == 1, PQstatus(handle) == CONNECTION_OK else { throw lost() }
        var payloads: [String] = []
        while let notification = PQnotifies(handle) {
            if let extra = notification.pointee.extra { payloads.append(String(cString: extra)) }
            PQfreemem(notification)
        }
        return payloads
    }

    private func sent(_ status: Int32) throws {
        guard status == 1 else { throw lost() }
        while case let left = PQflush(handle), left != 0 {
            guard left == 1 else { throw lost() }
            // The server may have to send before it can receive.
            if try wait(for: POLLIN | POLLOUT) & POLLIN != 0, PQconsumeInput(handle) != 1 { throw lost() }
        }
    }

    /// Waits for the result of everything that was sent.
    private func result() throws -> Rows {
        var last: Rows?
        var failure: SecretStoreError?
        while true {
            while PQisBusy(handle) != 0 {
                try wait(for: POLLIN)
                guard PQconsumeInput(handle) == 1 else { throw lost() }
            }
            guard let result = PQgetResult(handle) else { break }
            let rows = Rows(result)
            if let error = rows.failure { failure = failure ?? error }
            last = rows
        }
        if PQstatus(handle) != CONNECTION_OK { isLost = true }
        if let failure {
            // A server that shuts down or has become a standby serves no further call of this connection.
            if failure.code == .unavailable { isLost = true }
            throw failure
        }
        guard let last else { throw lost() }
        return last
    }

    private func lost() -> SecretStoreError {
        isLost = true
        return SecretStoreError(.unavailable, detail: "the connection to the server was lost")
    }

    /// Waits for the socket, the deadline or the event.
    ///
    /// - Parameter events: The awaited states of the socket.
    /// - Returns: The reached states.
    /// - Throws: ``SecretStorage/SecretStoreError/Code/unavailable`` at the deadline, or `CancellationError` after the
    ///   event.
    @discardableResult
    private func wait(for events: Int32) throws -> Int32 {
        var polled = [pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)]
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
                throw SecretStoreError(.unavailable, detail: "the server did not answer in time")
            }
            return Int32(polled[0].revents)
        }
    }

    /// Ends the current statement on the server, and this connection.
    ///
    /// libpq sends the request to cancel without TLS, so it is left out on encrypted connections; the statement ends
    /// there at the time limit at the latest. So it does when the server does not answer the request.
    private func cancel() {
        isLost = true
        guard PQstatus(handle) == CONNECTION_OK, PQsslInUse(handle) == 0, let request = PQgetCancel(handle) else {
            return
        }
        StatementCancellation.send(request)
    }
}

extension ContinuousClock.Instant {
    /// Returns the time from this instant to another in milliseconds, rounded up; 0 when it is over.
    ///
    /// - Parameter end: The other instant.
    /// - Returns: The argument of `poll`.
    func milliseconds(until end: ContinuousClock.Instant) -> Int32 {
        Int32(clamping: (duration(to: end).wholeNanoseconds + 999_999) / 1_000_000)
    }
}
