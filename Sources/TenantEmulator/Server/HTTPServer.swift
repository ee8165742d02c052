import CAuth0MicroHTTPD
import LinuxCLibrary
import Synchronization

/// An HTTP server that passes requests to a handler, on a thread of libmicrohttpd for each address.
final class HTTPServer: Sendable {
    let port: UInt16
    let handler: any HTTPHandler
    let suspensions: SuspendedConnections
    private let daemons: Mutex<[Daemon]>
    private let deadlines: RequestDeadlines

    private struct Daemon: @unchecked Sendable {  // the handle is used by start and by the one stop
        let pointer: OpaquePointer
        let context: Unmanaged<Context>
    }

    /// The context of libmicrohttpd's callbacks.
    final class Context: Sendable {
        let handler: any HTTPHandler
        let suspensions: SuspendedConnections
        let deadlines: RequestDeadlines
        init(_ handler: any HTTPHandler, _ suspensions: SuspendedConnections, _ deadlines: RequestDeadlines) {
            (self.handler, self.suspensions, self.deadlines) = (handler, suspensions, deadlines)
        }
    }

    private static let maximumConnections: UInt32 = 16_384
    /// The time after which a connection without traffic is closed, unless its response is withheld by a fault.
    private static let idleSeconds: UInt32 = 60

    /// The certificate of a server, and its private key, in PEM.
    struct Certificate: Sendable {
        let certificate: String
        let key: String
    }

    /// Binds a port and serves requests until ``stop()``.
    ///
    /// - Parameters:
    ///   - address: The literal address.
    ///   - companion: An additional address; omitted on machines without IPv6, which have no `::1`.
    ///   - port: The port; 0 for a free port.
    ///   - certificate: The certificate of a server that speaks TLS; `nil` for plain HTTP.
    ///   - readLimit: The time for the head and the body of a request.
    ///   - handler: Decides the responses.
    ///   - suspensions: The connections that wait for their response.
    /// - Throws: ``EmulatorError/Code/portUnavailable`` if the port cannot be bound, ``EmulatorError/Code/system`` for
    ///   any other failure.
    init(
        address: String, companion: String?, port: UInt16, certificate: Certificate?, readLimit: Duration,
        handler: any HTTPHandler, suspensions: SuspendedConnections
    ) throws(EmulatorError) {
        (self.handler, self.suspensions) = (handler, suspensions)
        deadlines = RequestDeadlines(limit: readLimit, idle: .seconds(Int(Self.idleSeconds)))
        let context = Context(handler, suspensions, deadlines)
        let first = try Self.start(address, port, certificate, context)
        self.port = shim_port(first.pointer)
        var daemons = [first]
        do throws(EmulatorError) {
            if let companion { daemons.append(try Self.start(companion, self.port, certificate, context)) }
        } catch {
            // Otherwise clients of `localhost` would reach the program that has the port on this address.
            guard error.code != .portUnavailable else {
                MHD_stop_daemon(first.pointer)
                first.context.release()
                throw error
            }
        }
        self.daemons = Mutex(daemons)
    }

    private static func start(
        _ address: String, _ port: UInt16, _ certificate: Certificate?, _ context: Context
    ) throws(EmulatorError) -> Daemon {
        let context = Unmanaged.passRetained(context)
        var error: Int32 = 0
        let pointer = shim_start(
            address, port, certificate?.certificate, certificate?.key, maximumConnections, idleSeconds,
            context.toOpaque(), HTTPServer.begin, HTTPServer.handle, HTTPServer.end, HTTPServer.connection, &error)
        guard let pointer else {
            context.release()
            guard error == EADDRINUSE || error == EACCES else {
                let reason = error == 0 ? "libmicrohttpd does not start" : String(cString: strerror(error))
                throw EmulatorError(.system, "cannot listen on \(address): \(reason)")
            }
            throw EmulatorError(.portUnavailable, "\(port)")
        }
        return Daemon(pointer: pointer, context: context)
    }

    /// Closes every connection, also those that wait, and joins the threads; further calls have no effect.
    func stop() {
        let stopped = daemons.withLock { daemons in
            defer { daemons = [] }
            return daemons
        }
        guard !stopped.isEmpty else { return }
        deadlines.close()
        suspensions.close()
        for daemon in stopped {
            MHD_stop_daemon(daemon.pointer)
            daemon.context.release()
        }
    }

    deinit { stop() }
}
