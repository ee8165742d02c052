import Foundation
import Glibc
import PostgresDatabases
import PostgresStore
import ProgramRunner
import SecretStorage
import TestEvents
import Testing

/// TLS to the server, and the servers that are refused.
@Suite(.timeLimit(.minutes(30))) struct TransportSecurityTests {
    @Test func `T3 connects to a server whose certificate names the host`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        let address = server.address(
            "localhost", database, security: .verified(certificateAuthorities: server.folder + "/ca.pem"))
        let store = try PostgresStore(at: address)

        try await store.setSecret(SecretBytes([1]), named: .john)

        #expect(try await store.secret(named: .john)?.bytes == [1])
        let encrypted = try await server.count(
            "FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE ssl AND datname = current_database()",
            in: database)
        #expect(encrypted == 1)
    }

    @Test func `T3 an answer of any size arrives through a proxy with large records of TLS`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        let proxy = try TLSProxy(before: server)
        let store = try PostgresStore(
            at: PostgresServer(
                host: "localhost", port: proxy.port, database: database.name, user: "owner",
                password: SecretBytes(PostgresProgram.password.utf8),
                security: .verified(certificateAuthorities: server.folder + "/ca.pem")))
        let secret = SecretBytes([UInt8](repeating: 1, count: 2_600))

        // At some sizes libpq reads only a part of the last record.
        for count in 1...24 {
            try await store.setSecret(secret, named: SecretName(service: "app", account: "\(count)"))
            #expect(try await store.offPool { try store.accounts(ofService: "app").count } == count)
        }
        withExtendedLifetime(proxy) {}
    }

    @Test(arguments: ["localhost", "127.0.0.1"])
    func `T3 refuses a certificate of an unknown authority at once`(host: String) async throws {
        let (server, database) = try await PostgresProgram.withDatabase()

        let error = await #expect(throws: SecretStoreError(.failed)) {
            let address = server.address(host, database, security: .verified(certificateAuthorities: nil))
            _ = try await PostgresStore(at: address).secret(named: .john)
        }
        #expect(error?.isRetryable == false)
    }

    @Test func `T3 refuses another authority, and a certificate for another host`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        let other = PostgresServer.Security.verified(certificateAuthorities: server.folder + "/other.pem")
        let right = PostgresServer.Security.verified(certificateAuthorities: server.folder + "/ca.pem")

        for (host, security) in [("localhost", other), ("127.0.0.1", right)] {
            await #expect(throws: SecretStoreError(.failed)) {
                try await PostgresStore(at: server.address(host, database, security: security)).secret(named: .john)
            }
        }
        #expect(try await server.connections(database) == 0)
    }

    @Test func `an unverified or plain connection needs its name`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()

        for security in [PostgresServer.Security.insecureUnverifiedTLS, .insecurePlaintext] {
            let store = try PostgresStore(at: server.address("localhost", database, security: security))
            try await store.setSecret(SecretBytes([1]), named: .john)
            #expect(try await store.secret(named: .john)?.bytes == [1])
        }
    }

    @Test func `a wrong password is refused at once, and shown nowhere`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()
        let address = server.address("127.0.0.1", database, password: "canary wrong", security: .automatic)

        let error = await #expect(throws: SecretStoreError(.failed)) {
            try await PostgresStore(at: address).secret(named: .john)
        }

        #expect(error?.detail?.hasSuffix("the password is not that of the role (SQLSTATE 28P01)") == true)
        #expect(error?.isRetryable == false)
        #expect(!"\(address) \(String(reflecting: address))".contains("canary"))
        var text = ""
        dump(try PostgresStore(at: address), to: &text)
        #expect(!text.contains("canary") && !text.isEmpty)
    }

    @Test func `T4, S10 variables and files of the user do not change the connection`() async throws {
        let (server, database) = try await PostgresProgram.withDatabase()

        await #expect(processExitsWith: .success) { [database = database as TestDatabase] in
            let hostile = [
                "PGHOST": "192.0.2.1", "PGHOSTADDR": "192.0.2.1", "PGPORT": "1", "PGDATABASE": "elsewhere",
                "PGUSER": "mallory", "PGPASSWORD": "guess", "PGPASSFILE": "/dev/zero", "PGSSLMODE": "require",
                "PGREQUIRESSL": "1", "PGSSLROOTCERT": "/nowhere", "PGSSLCERT": "/nowhere", "PGSSLKEY": "/nowhere",
                "PGOPTIONS": "-c search_path=mallory", "PGAPPNAME": "mallory", "PGREQUIREPEER": "mallory",
                "PGCHANNELBINDING": "require", "PGGSSENCMODE": "require", "PGTARGETSESSIONATTRS": "standby",
                "PGCLIENTENCODING": "SQL_ASCII", "PGCONNECT_TIMEOUT": "x", "PGSSLMINPROTOCOLVERSION": "x",
                "PGSERVICEFILE": "/dev/zero", "PGSSLCRL": "/nowhere", "PGSSLCOMPRESSION": "1",
            ]
            for (name, value) in hostile { setenv(name, value, 1) }
            let store = try database.store()
            try store.setSecret(SecretBytes([1]), named: .john)
            #expect(try store.secret(named: .john)?.bytes == [1])

            setenv("PGSERVICE", "elsewhere", 1)
            #expect(throws: SecretStoreError(.failed)) { try database.store().secret(named: .john) }
        }
        #expect(try await server.count("FROM auth0_streams.secrets", in: database) == 1)
    }

    @Test func `T4 a password of the environment or of a file is not used`() async throws {
        let database = try await PostgresProgram.withDatabase().database

        await #expect(processExitsWith: .success) { [database = database as TestDatabase] in
            let home = TemporaryFolder()
            let file = home.path + "/.pgpass"
            try "*:*:*:*:\(PostgresProgram.password)\n".write(toFile: file, atomically: true, encoding: .utf8)
            chmod(file, 0o600)
            for (name, value) in [("HOME", home.path), ("PGPASSFILE", file), ("PGPASSWORD", PostgresProgram.password)] {
                setenv(name, value, 1)
            }
            let address = PostgresServer(
                host: "127.0.0.1", port: database.port, database: database.name, user: "owner")
            let store = try PostgresStore(at: address)

            let error = #expect(throws: SecretStoreError(.failed)) {
                try store.secret(named: .john)
            }
            #expect(error?.detail?.contains("asks for a password") == true)
        }
    }

    @Test func `T4 the configuration file of OpenSSL is that of the system`() async throws {
        let database = try await PostgresProgram.withDatabase().database

        await #expect(processExitsWith: .success) { [database = database as TestDatabase] in
            #expect(HostileOpenSSL.install())
            defer { HostileOpenSSL.remove() }
            let address = PostgresServer(
                host: "localhost", port: database.port, database: database.name, user: "owner",
                password: SecretBytes(PostgresProgram.password.utf8),
                security: .verified(certificateAuthorities: database.folder + "/ca.pem"))
            let store = try PostgresStore(at: address)

            #expect(try store.secret(named: .john) == nil)
        }
    }

    @Test(arguments: ["127.0.0.1,192.0.2.1", "/tmp,192.0.2.1", "local\0host"])
    func `a list of hosts is refused, because one protection would be that of all`(host: String) throws {
        let address = PostgresServer(host: host, database: "d", user: "u")

        #expect(throws: SecretStoreError(.failed)) { try PostgresStore(at: address).secret(named: .john) }
    }
}
