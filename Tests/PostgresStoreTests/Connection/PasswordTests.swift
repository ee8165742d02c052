import Foundation
import PostgresDatabases
import PostgresStore
import SecretStorage
import Testing

/// The password, and who gets it.
@Suite(.timeLimit(.minutes(30))) struct PasswordTests {
    private func store(
        _ host: String, _ port: UInt16, _ security: PostgresServer.Security = .automatic, database: String = "app",
        password: String? = PostgresProgram.password, timeout: Duration = .seconds(120)
    ) throws -> PostgresStore {
        try PostgresStore(
            at: PostgresServer(
                host: host, port: port, database: database, user: "owner",
                password: password.map { SecretBytes($0.utf8) }, security: security), timeout: timeout)
    }

    @Test(
        arguments: ["127.0.0.1", "localhost"],
        [
            [FakeServer.clearText], [FakeServer.request(5, [1, 2, 3, 4])], [FakeServer.request(0)],
            [FakeServer.scram + FakeServer.clearText], [FakeServer.scram, FakeServer.clearText],
            [FakeServer.scram, FakeServer.request(0)], [FakeServer.scram, FakeServer.request(12)],
            [FakeServer.request(7)], [[UInt8(ascii: "R"), 0, 0, 0, 4]],
        ])
    func `C32 a program that listens in place of the server gets nothing of the password`(
        host: String, answers: [[UInt8]]
    ) async throws {
        let listener = try FakeServer(answering: answers)

        let error = await #expect(throws: SecretStoreError.self) {
            try await store(host, listener.port, timeout: .seconds(10)).secret(named: .john)
        }

        #expect(error?.code == .failed || answers.last == FakeServer.request(12))
        let text = String(decoding: listener.bytes, as: UTF8.self)
        #expect(text.contains("owner") && !text.contains("canary"))
        #expect(!"\(String(describing: error))".contains("canary"))
    }

    @Test func `C32 nor does one that splits its request into single bytes`() async throws {
        let listener = try FakeServer(answering: [[FakeServer.clearText[0]]])
        let store = try store("127.0.0.1", listener.port, timeout: .milliseconds(200))

        await #expect(throws: SecretStoreError(.unavailable)) { try await store.secret(named: .john) }

        #expect(!String(decoding: listener.bytes, as: UTF8.self).contains("canary"))
    }

    @Test(arguments: ["127.0.0.1", "localhost"])
    func `C32 a server that proves that it knows the password is used, without TLS on this machine`(
        host: String
    ) async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        let store = try store(host, server.port, database: database.name)

        try await store.setSecret(SecretBytes([UInt8](repeating: 7, count: 300_000)), named: .john)

        #expect(try await store.secret(named: .john)?.bytes.count == 300_000)
        let encrypted = try await server.count(
            "FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE ssl AND datname = current_database()",
            in: database)
        #expect(encrypted == 0)
    }

    @Test(arguments: ["password", "md5", "trust"], [true, false])
    func `C32 a server that asks for the password in another way gets it only over verified TLS`(
        method: String, isVerified: Bool
    ) async throws {
        let server = try await PostgresProgram(methodOfHosts: method)
        let database = try await server.database()
        let authorities = server.folder + "/ca.pem"
        let verified = try store(
            "localhost", server.port, .verified(certificateAuthorities: authorities), database: database.name)
        // Over a socket there is no TLS, whatever the security.
        let others: [(host: String, security: PostgresServer.Security)] = [
            ("localhost", .automatic), ("localhost", .insecurePlaintext), ("localhost", .insecureUnverifiedTLS),
            (server.folder, .verified(certificateAuthorities: authorities)),
        ]

        if isVerified {
            #expect(try await verified.secret(named: .john) == nil)
        } else {
            for (host, security) in others {
                let other = try store(host, server.port, security, database: database.name)
                let error = await #expect(throws: SecretStoreError(.failed)) { try await other.secret(named: .john) }
                #expect(error?.detail?.contains("scram-sha-256 in pg_hba.conf") == true)
            }
            guard method == "trust" else { return try await server.crash() }
            let anyone = try store("localhost", server.port, database: database.name, password: nil)
            #expect(try await anyone.secret(named: .john) == nil)
        }
        try await server.crash()
    }
}
