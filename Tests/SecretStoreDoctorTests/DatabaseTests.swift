import Glibc
import OpenSSLCryptography
import PostgresDatabases
import PostgresStore
import ProgramRunner
import SecretStorage
import SecretStoreDoctor
import Testing

/// The doctor with a PostgreSQL server.
@Suite struct DatabaseTests {
    private let folder = TemporaryFolder()
    private let name = SecretName(service: "app", account: "john")

    private struct Fixture {
        let server: PostgresProgram
        let database: TestDatabase
        let url: String
    }

    private func fixture() async throws -> Fixture {
        let server = try await PostgresProgram.shared.value
        let database = try await server.database()
        return Fixture(
            server: server, database: database,
            url: "postgresql://owner@:\(database.port)/\(database.name)?host=\(database.folder)")
    }

    /// Writes a file of sealing keys: `a` is the key of the fixture's stores.
    private func keys(_ lines: String...) throws -> String {
        let path = folder.path + "/keys"
        unlink(path)
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        try #require(file >= 0)
        defer { close(file) }
        let text = lines.map { $0 + "\n" }.joined()
        try #require(write(file, text, text.utf8.count) == text.utf8.count)
        return path
    }

    private static let first = "a " + String(repeating: "01", count: 32)
    private static let second = "b " + String(repeating: "02", count: 32)
    private static let unknown = "c " + String(repeating: "03", count: 32)

    private func run(_ arguments: String..., password: String? = nil) -> StoreDoctor.Ending {
        StoreDoctor.run(
            arguments,
            passphrase: { _, _ in
                guard let password else { throw SecretStoreError(.unavailable) }
                return SecretBytes(password.utf8)
            }, confirmation: { _ in true })
    }

    @Test func `lists a database without its secrets, and verify names what is wrong`() async throws {
        let (fixture, keys) = (try await fixture(), try keys(Self.first))
        let store = try fixture.database.store()
        try await store.setSecret(SecretBytes("secret-canary".utf8), named: name)
        try await store.setSecret(SecretBytes([1]), named: SecretName(service: "app", account: "jane"))

        let list = run("list", "--postgres", fixture.url, "--key-file", keys)
        #expect(list.code == 0 && list.errors.isEmpty && list.output.count == 2)
        #expect(list.output.contains { $0.hasPrefix("intact\t") && $0.hasSuffix(#""app" of "john""#) })
        #expect(!list.output.joined().contains("canary"))
        #expect(run("verify", "--postgres", fixture.url, "--key-file", keys).code == 0)

        try await fixture.server.sql(
            """
            UPDATE auth0_streams.secrets
            SET sealed = set_byte(sealed, octet_length(sealed) - 1, 255 - get_byte(sealed, octet_length(sealed) - 1))
            """, in: fixture.database.name)
        let verify = run("verify", "--postgres", fixture.url, "--key-file", keys)
        #expect(verify.code == 1 && !verify.output.isEmpty)
        #expect(verify.output.allSatisfy { $0.hasPrefix("damaged\t") })
        #expect(
            run("move", "--postgres", fixture.url, "--key-file", keys, "--to-directory", folder.path + "/t").code == 65)
    }

    @Test func `a database without a table is no store, and gets none`() async throws {
        let (fixture, keys) = (try await fixture(), try keys(Self.first))

        for command in ["list", "rotate", "clean"] {
            #expect(run(command, "--postgres", fixture.url, "--key-file", keys).code == 69)
        }
        #expect(
            run("move", "--postgres", fixture.url, "--key-file", keys, "--to-directory", folder.path + "/t").code == 69)

        let count = try await fixture.server.sql(
            "SELECT count(*) FROM pg_namespace WHERE nspname = 'auth0_streams'", in: fixture.database.name)
        #expect(count == "0")
    }

    @Test func `rotate seals with the first key, and the second one is no longer needed`() async throws {
        let fixture = try await fixture()
        let store = try fixture.database.store()
        for number in 1...3 {
            try await store.setSecret(SecretBytes([7]), named: SecretName(service: "app", account: "\(number)"))
        }

        let ending = run("rotate", "--postgres", fixture.url, "--key-file", try keys(Self.second, Self.first))

        // The secrets, and the key of the names.
        #expect(ending.code == 0 && ending.output == ["sealed 4, unreadable 0"])
        let list = run("list", "--postgres", fixture.url, "--key-file", try keys(Self.second))
        #expect(list.code == 0 && list.output.count == 3)
        #expect(
            run("rotate", "--postgres", fixture.url, "--key-file", try keys(Self.second)).output == [
                "sealed 0, unreadable 0"
            ])
        // Without the key of the table nothing opens; with it, and without the key of a row, that row is listed.
        #expect(run("list", "--postgres", fixture.url, "--key-file", try keys(Self.unknown)).code != 0)
        try await store.setSecret(SecretBytes([8]), named: SecretName(service: "app", account: "4"))
        let missing = run("verify", "--postgres", fixture.url, "--key-file", try keys(Self.second))
        #expect(missing.code == 1 && missing.output.count == 1 && missing.output[0].hasPrefix("key missing\t"))
        #expect(run("rotate", "--postgres", fixture.url, "--key-file", try keys(Self.second)).code == 1)
    }

    @Test func `C35 a sealing key of another table is a wrong key, and no damage`() async throws {
        let fixture = try await fixture()
        try await fixture.database.store().setSecret(SecretBytes([1]), named: name)

        let ending = run(
            "verify", "--postgres", fixture.url, "--key-file", try keys("a " + String(repeating: "04", count: 32)))

        #expect(ending.code == 77 && ending.output.isEmpty)
        #expect(ending.errors.first?.contains(#"the sealing key "a" does not open"#) == true)
        #expect(run("verify", "--postgres", fixture.url, "--key-file", try keys(Self.first)).code == 0)
    }

    @Test func `moves files to a database, and back`() async throws {
        let (fixture, keys) = (try await fixture(), try keys(Self.first))
        let files = FileStore(directory: folder.path + "/s")
        try await files.setSecret(SecretBytes("secret-canary".utf8), named: name)

        let ending = run(
            "move", "--directory", folder.path + "/s", "--to-postgres", fixture.url, "--to-key-file", keys)

        #expect(ending.code == 0 && ending.output == [#"moved "app" of "john""#])
        let store = try fixture.database.store()
        #expect(try await store.secret(named: name)?.bytes == Array("secret-canary".utf8))
        #expect(try await files.secret(named: name) == nil)

        let back = run("move", "--postgres", fixture.url, "--key-file", keys, "--to-directory", folder.path + "/s")
        #expect(back.code == 0 && back.output.count == 1)
        #expect(try await files.secret(named: name)?.bytes == Array("secret-canary".utf8))
        #expect(try await store.secret(named: name) == nil)
        #expect(!(ending.output + back.output).joined().contains("canary"))
    }

    @Test func `a dry run of a move checks the keys and the secrets of a database, and makes no table`() async throws {
        let fixture = try await fixture()
        let files = FileStore(directory: folder.path + "/s")
        try await files.setSecret(SecretBytes([1]), named: name)
        func dryRun(_ key: String) throws -> Int32 {
            run(
                "move", "--dry-run", "--directory", folder.path + "/s", "--to-postgres", fixture.url, "--to-key-file",
                try keys(key)
            ).code
        }

        #expect(try dryRun(Self.first) == 0)
        let count = try await fixture.server.sql(
            "SELECT count(*) FROM pg_namespace WHERE nspname = 'auth0_streams'", in: fixture.database.name)
        #expect(count == "0")

        let store = try fixture.database.store()
        try await store.setSecret(SecretBytes([2]), named: name)
        #expect(try dryRun(Self.first) == 74)
        try await store.setSecret(SecretBytes([1]), named: name)
        #expect(try dryRun(Self.first) == 0)
        #expect(try dryRun("a " + String(repeating: "04", count: 32)) == 77)
        // The help lists the exit code of an ID that the keys lack.
        #expect(try dryRun(Self.unknown) == 74 && StoreDoctor.help.contains("whose ID was not given"))
        #expect(try await files.secret(named: name)?.bytes == [1])
    }

    @Test func `a table of an earlier version is named, and no command migrates it`() async throws {
        let (fixture, keys) = (try await fixture(), try keys(Self.first))
        try await FileStore(directory: folder.path + "/s").setSecret(SecretBytes([1]), named: name)
        _ = try await fixture.database.store().secret(named: name)
        // The schema of the first version.
        try await fixture.server.sql(
            """
            INSERT INTO auth0_streams.secrets (id, version, key_id, sealed)
                SELECT decode(repeat('00', 16), 'hex'), version, key_id, sealed FROM auth0_streams.name_key;
            DROP TABLE auth0_streams.name_key;
            DELETE FROM auth0_streams.migrations WHERE number = 2
            """, in: fixture.database.name)

        let move = ["--directory", folder.path + "/s", "--to-postgres", fixture.url, "--to-key-file", keys]
        let own = ["--postgres", fixture.url, "--key-file", keys]
        for words in [["move", "--dry-run"] + move, ["move"] + move, ["list"] + own, ["rotate", "--dry-run"] + own] {
            let ending = StoreDoctor.run(words, confirmation: { _ in true })
            #expect(ending.code == 74 && ending.output.isEmpty)
            #expect(ending.errors.first?.contains("an earlier version made the schema auth0_streams") == true)
        }

        let number = try await fixture.server.sql(
            "SELECT max(number) FROM auth0_streams.migrations", in: fixture.database.name)
        #expect(number == "1")
    }

    @Test func `a move within one database is refused, whatever its address, and to another one is not`() async throws {
        let (fixture, keys) = (try await fixture(), try keys(Self.first))
        let other = try await self.fixture()
        let store = try fixture.database.store()
        try await store.setSecret(SecretBytes([1]), named: name)
        _ = try await other.database.store().secret(named: name)
        let address = "postgresql://owner@127.0.0.1:\(fixture.database.port)/\(fixture.database.name)"

        let same = run(
            "move", "--postgres", fixture.url, "--key-file", keys, "--to-postgres", address, "--to-key-file", keys,
            "--to-password", password: PostgresProgram.password)
        #expect(same.code == 64)
        #expect(try await store.secret(named: name)?.bytes == [1])

        let moved = run(
            "move", "--postgres", fixture.url, "--key-file", keys, "--to-postgres", other.url, "--to-key-file", keys)
        #expect(moved.code == 0)
        #expect(try await other.database.store().secret(named: name)?.bytes == [1])
    }

    @Test func `clean removes secrets whose retention has ended`() async throws {
        let (fixture, keys) = (try await fixture(), try keys(Self.first))
        let store = try fixture.database.store(retention: .seconds(3_600))
        try await store.setSecret(SecretBytes([1]), named: name)
        try await store.setSecret(SecretBytes([1]), named: SecretName(service: "app", account: "jane"))
        try await fixture.server.sql(
            "UPDATE auth0_streams.secrets SET expires_at = now() - interval '1 day' WHERE expires_at IS NOT NULL",
            in: fixture.database.name)
        try await store.setSecret(SecretBytes([2]), named: name)

        let states = run("list", "--postgres", fixture.url, "--key-file", keys).output.map { $0.prefix { $0 != "\t" } }
        #expect(states.sorted() == ["expired", "intact"])
        #expect(run("verify", "--postgres", fixture.url, "--key-file", keys).code == 0)
        #expect(run("clean", "--postgres", fixture.url, "--key-file", keys).output == ["removed 1"])
        #expect(run("clean", "--postgres", fixture.url, "--key-file", keys).output.first?.hasPrefix("nothing") == true)
        #expect(try await store.secret(named: name)?.bytes == [2])
    }

    @Test func `a server that is down or refuses the password ends with a remedy, and loses nothing`() async throws {
        let (fixture, keys) = (try await fixture(), try keys(Self.first))
        let files = FileStore(directory: folder.path + "/s")
        try await files.setSecret(SecretBytes([1]), named: name)

        let down = run(
            "move", "--directory", folder.path + "/s", "--to-postgres", "postgresql://owner@/none?host=\(folder.path)",
            "--to-key-file", keys)
        #expect(down.code == 69 && down.errors.count == 2)

        let address = "postgresql://owner@127.0.0.1:\(fixture.database.port)/\(fixture.database.name)"
        let refused = run(
            "move", "--directory", folder.path + "/s", "--to-postgres", address, "--to-key-file", keys, "--to-password",
            password: "password-canary")
        #expect(refused.code != 0)
        #expect(!(refused.errors + refused.output).joined().contains("canary"))
        #expect(try await files.secret(named: name)?.bytes == [1])
    }

    @Test func `S1 refuses sealing keys that others can read, and repeats no key`() async throws {
        let fixture = try await fixture()
        let path = try keys(Self.first)
        chmod(path, 0o640)
        let open = run("list", "--postgres", fixture.url, "--key-file", path)
        #expect(open.code == 77 && open.errors.first?.contains("0600") == true)

        for lines in ["", "a key-canary", "a \(String(repeating: "0", count: 63))", Self.first + "\n" + Self.first] {
            let ending = run("list", "--postgres", fixture.url, "--key-file", try keys(lines))
            #expect(ending.code == 77)
            #expect(!ending.errors.joined().contains("canary") && !ending.errors.joined().contains("0101"))
        }
    }

    @Test func `takes keys from a descriptor`() async throws {
        let fixture = try await fixture()
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        try #require(write(ends[1], Self.first, Self.first.utf8.count) > 0)
        close(ends[1])

        #expect(run("list", "--postgres", fixture.url, "--key-fd", "\(ends[0])").code == 69)
    }

    @Test func `N9 a descriptor that is not open for reading is a wrong command line, for each option`() throws {
        // Another test could open a file with a number that is free.
        let descriptor = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let database = ["--postgres", "postgresql://a@b/c"]

        for words in [
            ["--directory", "/nowhere", "--passphrase-fd"], database + ["--key-fd"],
            database + ["--key-file", try keys(Self.first), "--password-fd"],
        ] {
            let ending = StoreDoctor.run(["list"] + words + ["\(descriptor)"])

            let text = "descriptor \(descriptor) is not open for reading: name one that is, such as 3 with 3<FILE"
            #expect(ending.code == 64 && ending.errors == ["\(text); --help lists the commands"], "\(words)")
        }
    }

    @Test func `N9 an empty passphrase or password is named with its descriptor, and no server`() throws {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let move = ["move", "--directory", "/nowhere", "--to-directory", "/none", "--to-passphrase-fd"]
        let database = [
            "list", "--postgres", "postgresql://a@b/c", "--key-file", try keys(Self.first), "--password-fd",
        ]

        for (words, name) in [
            (["list", "--directory", "/nowhere", "--passphrase-fd"], "passphrase"), (database, "password"),
            (move, "passphrase of the destination"),
        ] {
            let ending = StoreDoctor.run(words + ["\(descriptor)"])

            let advice = "give it as the first line of descriptor \(descriptor), as with \(descriptor)<FILE"
            #expect(ending.code == 64)
            #expect(ending.errors == ["the \(name) is empty: \(advice); --help lists the commands"])
        }
    }

    @Test(arguments: [
        "postgresql://owner:url-canary@db/app", "postgresql://db/app", "postgresql://owner@db", "mysql://owner@db/app",
        "postgresql://owner@db:0/app", "postgresql://owner@db:x/app", "postgresql://owner@/app",
        "postgresql://owner@db:+5432/app", "postgresql://owner@[::1]:+5432/app",
        "postgresql://owner@[::1/app", "postgresql://owner@db/app?sslmode=prefer",
        "postgresql://owner@db/app?password=url-canary",
        "postgresql://owner@db/app?sslmode=disable&sslmode=disable",
        "postgresql://owner@db/app?sslmode=disable&sslrootcert=/a",
        "postgresql://owner@db/app?host=/run", "postgresql://owner@db/%zz",
    ])
    func `a URL with a password or of another form ends with 64, and is not repeated`(url: String) throws {
        let ending = run("list", "--postgres", url, "--key-file", try keys(Self.first))

        #expect(ending.code == 64)
        #expect(!ending.errors.joined().contains("canary"))
    }
}
