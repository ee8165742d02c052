import Foundation
import Glibc
public import Harness

/// A PostgreSQL server in a new folder, reached over its socket, and run by a user without rights.
public final class Postgres: Surroundings {
    /// The environment variable by which benchmarks find the server.
    public let environment: [String: String]
    private let process: Process
    private let folder: URL

    /// Creates a cluster and starts its server.
    ///
    /// - Throws: ``LoopbackError`` if PostgreSQL is missing or does not start.
    public init() throws {
        guard let programs = Self.programs else {
            throw LoopbackError(description: "PostgreSQL is missing: apt-get install postgresql")
        }
        folder = FileManager.default.temporaryDirectory.appending(path: "bench-postgres-\(getpid())")
        environment = [Server.postgresVariable: folder.path]
        let data = folder.appending(path: "data").path
        try Self.shell(
            """
            mkdir -m 755 '\(folder.path)' && { [ $(id -u) != 0 ] || chown postgres '\(folder.path)'; } &&
            cd '\(folder.path)' && \(Self.asUser) \(programs)/initdb -N -D '\(data)' -U owner --auth=trust
            """)
        process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = [
            "-c",
            """
            cd '\(folder.path)' && exec \(Self.asUser) \(programs)/postgres -D '\(data)' -k '\(folder.path)' \
                -c listen_addresses= -c fsync=off -c synchronous_commit=off -c max_wal_size=4GB -c max_connections=300 2>log
            """,
        ]
        process.standardInput = FileHandle.nullDevice
        try process.run()
        StopOnSignal.shared.guarding(process.processIdentifier, folder)
        try waitUntilItAccepts(programs)
    }

    /// Stops the server and removes its folder.
    public func end() {
        // Not to the process, which is `runuser` if root started it: it blocks SIGINT.
        kill(postmaster ?? process.processIdentifier, SIGINT)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The server itself, as it wrote to its folder.
    private var postmaster: pid_t? {
        let file = try? String(contentsOf: folder.appending(path: "data/postmaster.pid"), encoding: .utf8)
        return file?.split(separator: "\n").first.flatMap { pid_t($0) }
    }

    private static let programs: String? = {
        let base = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []
        return versions.compactMap { Int($0) }.max().map { "\(base)/\($0)/bin" }
    }()

    private static var asUser: String { getuid() == 0 ? "runuser -u postgres --" : "" }

    private func waitUntilItAccepts(_ programs: String) throws {
        var tries = 0
        while (try? Self.shell("\(programs)/pg_isready -q -h '\(folder.path)'")) == nil {
            tries += 1
            guard tries < 300, process.isRunning else {
                end()
                throw LoopbackError(description: "PostgreSQL does not start")
            }
            usleep(20_000)
        }
    }

    private static func shell(_ script: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw LoopbackError(description: "PostgreSQL: a command failed") }
    }
}
