import Foundation
import Glibc
import LinuxSystemCalls
package import PostgresStore
import ProgramRunner
import SecretStorage

/// A PostgreSQL server of the tests: a cluster in a temporary folder, run by a user without rights.
///
/// It ends with this process, however that ends.
package struct PostgresProgram: Sendable {
    package let folder: String
    package let port: UInt16
    private let options: String

    /// The server that tests share; each test has a database of its own.
    package static let shared = Task { try await PostgresProgram() }

    package static let password = "canary-password"
    /// A folder with a cluster that never ran, and the certificates of servers; each server is a copy.
    private static let template = Task {
        let folder = try await emptyFolder()
        try leash("rm -rf \(folder)")
        let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
        try await shell(
            """
            cd \(folder)
            openssl req -x509 \(key) -keyout ca.key -out ca.pem -days 2 -subj '/CN=Test CA'
            openssl req -x509 \(key) -keyout other.key -out other.pem -days 2 -subj '/CN=Other CA'
            openssl req \(key) -keyout server.key -out server.csr -subj '/CN=server'
            printf 'subjectAltName=DNS:localhost' >san
            openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out server.pem -days 2 -extfile san
            printf '%s' '\(password)' >password
            [ $(id -u) != 0 ] || chown -R postgres .
            \(asUser) \(programs)/initdb -N -D data -U owner --auth-local=trust --auth-host=scram-sha-256 \
                --pwfile=password
            """)
        return folder
    }
    private static let programs: String = {
        let base = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []
        return "\(base)/\(versions.compactMap { Int($0) }.max() ?? 0)/bin"
    }()

    /// Creates a cluster and starts its server.
    ///
    /// - Parameters:
    ///   - address: A further address to listen on; clients of all addresses are admitted then.
    ///   - settings: Further settings of the server.
    ///   - methodOfHosts: The method of authentication over TCP.
    /// - Throws: ``Failure``, or an error of the system.
    package init(
        address: String? = nil, settings: [String: String] = [:], methodOfHosts: String = "scram-sha-256"
    ) async throws {
        options =
            "-h \(["localhost", address].compactMap { $0 }.joined(separator: ","))"
            + settings.map { " -c \($0.key)=\($0.value)" }.joined()
        let template = try await Self.template.value
        folder = try await Self.emptyFolder()
        port = try FreePort.find()
        try Self.leash("\(Self.asUser) \(Self.programs)/pg_ctl -D \(folder)/data -m immediate stop; rm -rf \(folder)")
        try await Self.shell(
            """
            cp -a \(template)/. \(folder)
            cd \(folder)
            echo "\(address == nil ? "" : "host all all all scram-sha-256")" >>data/pg_hba.conf
            sed -i 's/scram-sha-256$/\(methodOfHosts)/' data/pg_hba.conf
            """)
        try await start()
        guard methodOfHosts == "md5" else { return }
        // Otherwise the server asks for SCRAM, because the password is stored for it.
        try await sql("SET password_encryption = md5; ALTER ROLE owner PASSWORD '\(Self.password)'")
    }

    private static var asUser: String { getuid() == 0 ? "runuser -u postgres --" : "" }

    /// Starts the server, and waits until it accepts connections.
    package func start() async throws {
        let options = """
            -k \(folder) -p \(port) \(options) -c fsync=off -c ssl=on -c ssl_cert_file=\(folder)/server.pem \
            -c ssl_key_file=\(folder)/server.key \(options.contains("max_connections") ? "" : "-c max_connections=200")
            """
        try await control("-w -t 600 -l \(folder)/log -o '\(options)' start")
    }

    /// Ends the server as a crash does: nothing is written, and clients are not told in order.
    package func crash() async throws { try await control("-w -t 600 -m immediate stop") }

    /// Sends a signal to the main process of the server, which accepts connections.
    ///
    /// - Parameter name: The name of the signal, such as `STOP`.
    /// - Throws: An error if the program that sends it fails.
    package func signal(_ name: String) async throws {
        try await Self.shell("kill -\(name) $(head -1 \(folder)/data/postmaster.pid)")
    }

    private func control(_ arguments: String) async throws {
        try await Self.shell("\(Self.asUser) \(Self.programs)/pg_ctl -D \(folder)/data \(arguments)")
    }

    /// Executes SQL as the owner.
    @discardableResult
    package func sql(_ text: String, in database: String = "postgres") async throws -> String {
        let run = try await ProgramRun(
            Self.programs + "/psql",
            [
                "-XAtq", "-v", "ON_ERROR_STOP=1", "-h", folder, "-p", "\(port)", "-U", "owner", "-d", database, "-c",
                text,
            ])
        guard run.status == 0 else { throw Failure(description: String(decoding: run.errors, as: UTF8.self)) }
        return String(decoding: run.output, as: UTF8.self).trimmed
    }

    /// The query of the number of locks in the current database.
    package static let countOfLocks = """
        SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        """

    /// The number of advisory locks that are held in a database.
    package func locks(in database: TestDatabase) async throws -> Int {
        let count = try await sql(Self.countOfLocks, in: database.name)
        return Int(count) ?? -1
    }

    /// Returns the whole contents of a database as text.
    package func dump(_ database: String) async throws -> String {
        try await Self.shell("\(Self.programs)/pg_dump -h \(folder) -p \(port) -U owner \(database)")
    }

    /// Creates a database.
    package func database() async throws -> TestDatabase {
        let name = "t" + UUID().uuidString.lowercased().filter { $0 != "-" }
        try await sql("CREATE DATABASE \(name)")
        return TestDatabase(folder: folder, port: port, name: name)
    }

    /// A description of the server over TCP.
    package func address(
        _ host: String, _ database: TestDatabase, password: String = password, security: PostgresServer.Security
    ) -> PostgresServer {
        PostgresServer(
            host: host, port: port, database: database.name, user: "owner", password: SecretBytes(password.utf8),
            security: security)
    }

    private static func emptyFolder() async throws -> String {
        try await shell("d=$(mktemp -d /tmp/auth0-pg-XXXXXX) && chmod 755 $d && echo $d").trimmed
    }

    @discardableResult
    private static func shell(_ script: String) async throws -> String {
        let run = try await ProgramRun("/bin/sh", ["-ec", script])
        guard run.status == 0 else {
            throw Failure(description: String(decoding: run.errors + run.output, as: UTF8.self))
        }
        return String(decoding: run.output, as: UTF8.self)
    }

    /// Runs a command when this process ends: the kernel closes its end of the sockets then.
    private static func leash(_ command: String) throws {
        let ends = try SocketPair()
        var start = ProgramStart(["/bin/sh", "-c", "read leash; \(command)"])
        start.input = .descriptor(ends.far)
        start.hasOwnSession = true
        let identifier = try start.spawn()
        close(ends.far)
        _ = BackgroundThread.start(named: "postgres-leash") { ProgramEnd.wait(for: identifier) }
    }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
