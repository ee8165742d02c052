import CAuth0MicroHTTPD
import LinuxCLibrary
import Synchronization

/// An HTTP server that passes requests to a handler, on a thread of libmicrohttpd for each address.
final class HTTPServer: Sendable {
    /// Decides the time and the content of the response to a request that was read completely; called once for each.
    typealias Handler = @Sendable (HTTPRequest) -> ResponseSchedule

    let port: UInt16
    private let context: Context
    private let daemons: Mutex<[Daemon]>

    private struct Daemon: @unchecked Sendable {  // the handle is used by start and by the one stop
        let pointer: OpaquePointer
    }

    /// The context of libmicrohttpd's callbacks, which the server keeps until the daemons have stopped.
    final class Context: Sendable {
        let handler: Handler
        let suspensions: SuspendedConnections
        let deadlines: RequestDeadlines
        init(_ handler: @escaping Handler, _ suspensions: SuspendedConnections, _ deadlines: RequestDeadlines) {
            (self.handler, self.suspensions, self.deadlines) = (handler, suspensions, deadlines)
        }
    }

    static let maximumConnections: UInt32 = 16_384
    /// The time after which a connection without traffic is closed, unless its response is withheld by a fault.
    private static let idleSeconds: UInt32 = 60

    /// The certificate of a server, and its private key, in PEM.
    struct Certificate: Sendable {
        let certificate: String
        let key: String
    }

    /// Binds a port, or a free one for 0, and serves requests until ``stop()``.
    ///
    /// The time for the head and the body of a request is `readLimit`. The companion, an additional address, is omitted
    /// on machines without IPv6. Throws ``EmulatorError/Code/portUnavailable`` if the port cannot be bound.
    init(
        address: String, companion: String?, port: UInt16, certificate: Certificate?, readLimit: Duration,
        handler: @escaping Handler, suspensions: SuspendedConnections
    ) throws(EmulatorError) {
        context = Context(
            handler, suspensions, RequestDeadlines(limit: readLimit, idle: .seconds(Int(Self.idleSeconds))))
        let first = try Self.start(address, port, certificate, context)
        self.port = shim_port(first.pointer)
        var daemons = [first]
        do throws(EmulatorError) {
            if let companion { daemons.append(try Self.start(companion, self.port, certificate, context)) }
        } catch {
            // Otherwise clients of `localhost` would reach the program that has the port on this address.
            guard error.code != .portUnavailable else {
                MHD_stop_daemon(first.pointer)
                throw error
            }
        }
        self.daemons = Mutex(daemons)
    }

    private static func start(
        _ address: String, _ port: UInt16, _ certificate: Certificate?, _ context: Context
    ) throws(EmulatorError) -> Daemon {
        var error: Int32 = 0
        let pointer = shim_start(
            address, port, certificate?.certificate, certificate?.key, maximumConnections, idleSeconds,
            Unmanaged.passUnretained(context).toOpaque(), HTTPServer.begin, HTTPServer.handle, HTTPServer.end,
            HTTPServer.connection, &error)
        guard let pointer else {
            guard error == EADDRINUSE || error == EACCES else {
                let reason = error == 0 ? "libmicrohttpd does not start" : String(cString: strerror(error))
                let advice = error == EADDRNOTAVAIL ? ": use an address of this machine" : ""
                throw EmulatorError(.system, "cannot listen on \(address): \(reason)\(advice)")
            }
            throw EmulatorError(.portUnavailable, "\(port)")
        }
        return Daemon(pointer: pointer)
    }

    /// Closes every connection, also those that wait, and joins the threads; further calls only wait for that.
    func stop() {
        daemons.withLock { daemons in
            context.deadlines.close()
            context.suspensions.close()
            for daemon in daemons { MHD_stop_daemon(daemon.pointer) }
            daemons = []
        }
    }

    deinit { stop() }
}
