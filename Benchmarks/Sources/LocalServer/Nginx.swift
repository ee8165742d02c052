import Foundation
import Glibc
public import Harness

/// An nginx process on free loopback ports, which returns a token response for every request.
public final class Nginx: Surroundings {
    /// The environment variables by which benchmarks find the server.
    public let environment: [String: String]
    private let process: Process
    private let folder: URL

    /// Creates certificates and a configuration in a new folder, and starts the server.
    ///
    /// - Throws: ``LoopbackError`` if nginx is missing or does not start.
    public init() throws {
        guard let program = Self.program else {
            throw LoopbackError(description: "nginx is missing: apt-get install nginx-light")
        }
        folder = FileManager.default.temporaryDirectory.appending(path: "bench-nginx-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let certificates = try Certificates(in: folder)
        let ports = Listener.allCases.map { ($0, Self.freePort()) }
        let configuration = Self.configuration(ports, certificates, folder)
        try configuration.write(to: folder.appending(path: "nginx.conf"), atomically: true, encoding: .utf8)
        try FileManager.default.createDirectory(
            at: folder.appending(path: "oauth"), withIntermediateDirectories: true)
        for name in ["oauth/token", "token.json"] {
            try Server.tokenResponse.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
        }
        let large = folder.appending(path: Server.largePath)
        try Data().write(to: large)
        // A file without blocks, which fills no disk.
        try FileHandle(forWritingTo: large).truncate(atOffset: 128 << 20)
        Self.allowOpenFiles()

        process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = ["-e", "errors.log", "-p", folder.path, "-c", "nginx.conf"]
        process.standardInput = FileHandle.nullDevice
        environment =
            Dictionary(uniqueKeysWithValues: ports.map { ($0.variable, "\($0.scheme)://127.0.0.1:\($1)") })
            .merging([
                Server.authorityVariable: certificates.authority, Server.directoryVariable: certificates.directory,
                Server.bundleVariable: certificates.bundle,
            ]) { $1 }
        try process.run()
        StopOnSignal.shared.guarding(process.processIdentifier, folder)
        try waitUntilItListens(ports.map { $0.1 })
    }

    /// Stops the server and removes its folder.
    public func end() {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    private static var program: String? {
        ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx"].first { access($0, X_OK) == 0 }
    }

    private func waitUntilItListens(_ ports: [UInt16]) throws {
        for port in ports {
            var tries = 0
            while !Self.listens(port) {
                tries += 1
                guard tries < 300, process.isRunning else {
                    end()
                    throw LoopbackError(description: "nginx does not listen on port \(port)")
                }
                usleep(10_000)
            }
        }
    }
}

extension Nginx {
    private static func configuration(
        _ ports: [(Listener, UInt16)], _ certificates: Certificates, _ folder: URL
    ) -> String {
        let servers = ports.map { endpoint, port in
            """
                server {
                    listen 127.0.0.1:\(port)\(endpoint.listenFlags) backlog=1024;
                    \(endpoint.keepsAlive ? "" : "keepalive_timeout 0;")
                    \(endpoint == .slow ? "limit_rate 256;" : "")
                    location / { mirror /body; error_page 405 =200 /token.json; }
                    location = /body { internal; return 204; }
                    location = /token.json { internal; }
                }
            """
        }
        return """
            daemon off;
            error_log errors.log crit;
            master_process off;
            pid nginx.pid;
            events { worker_connections \(openFiles); }
            http {
                access_log off;
                client_body_temp_path body;
                proxy_temp_path proxy;
                fastcgi_temp_path fastcgi;
                uwsgi_temp_path uwsgi;
                scgi_temp_path scgi;
                # A mirror makes nginx read the whole body before it answers, as a server of tokens would; a file
                # refuses POST, and the refusal is turned into the file.
                mirror_request_body on;
                root \(folder.path);
                open_file_cache max=10;
                types { application/json json; }
                keepalive_timeout 1h;
                keepalive_requests 1000000000;
                ssl_certificate \(certificates.certificate);
                ssl_certificate_key \(certificates.key);
                ssl_session_tickets off;
            \(servers.joined(separator: "\n"))
            }

            """
    }

    /// The files that the server and each benchmark may have open: above the 5,000 connections of slow requests.
    private static let openFiles = 8192

    /// Raises the limit of this process, which those that it starts inherit.
    private static func allowOpenFiles() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, rlim_t(openFiles)))
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    private static func freePort() -> UInt16 {
        withSocket { socket, address in
            _ = bind(socket, address, socklen_t(MemoryLayout<sockaddr_in>.size))
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            _ = getsockname(socket, address, &length)
        }
    }

    private static func listens(_ port: UInt16) -> Bool {
        var result: Int32 = -1
        _ = withSocket(port) { socket, address in
            result = connect(socket, address, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
        return result == 0
    }

    /// Passes a TCP socket and a loopback address to `body`, and returns the port of the address afterwards.
    private static func withSocket(_ port: UInt16 = 0, _ body: (Int32, UnsafeMutablePointer<sockaddr>) -> Void)
        -> UInt16
    {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body(socket, $0) }
        }
        return UInt16(bigEndian: address.sin_port)
    }
}
