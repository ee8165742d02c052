import Foundation
import ProgramRunner
import Testing

/// The store of the desktop keyring, with GNOME Keyring on a session bus of its own.
@Suite struct SecretServiceStoreTests {
    private let session = KeyringSession()

    @Test func `the keyring keeps the rules of all stores`() async throws {
        let output = try await session.run("\(KeyringSession.unlocking)\nkeyring contract")
        #expect(output == ["kept"])
    }

    @Test func `a secret is there in the next session`() async throws {
        _ = try await session.run("\(KeyringSession.unlocking)\nkeyring write")
        let output = try await session.run(
            "\(KeyringSession.unlocking)\nkeyring read; keyring accounts; keyring remove; keyring read; keyring remove")
        #expect(output == ["a secret", "john", "true", "none", "false"])
    }

    @Test func `processes that create a secret at the same time agree`() async throws {
        let output = try await session.run(
            "\(KeyringSession.unlocking)\nfor _ in 1 2 3 4 5 6 7 8; do keyring create & done; wait")
        #expect(output.count == 8, "\(output)")
        #expect(Set(output).count == 1)
        #expect(output.first?.count == 36)
    }

    @Test func `S6 a secret that is removed during a read is missing, and no error of the keyring`() async throws {
        let output = try await session.run("\(KeyringSession.unlocking)\nkeyring churn & keyring reads; wait")
        #expect(output == ["kept"])
    }

    @Test func `S6 an item that another program removes during a removal is missing`() async throws {
        let output = try await session.run(
            """
            \(try await session.asking(milliseconds: 0, items: 2))
            keyring write; keyring remove; keyring remove
            kill "$keyring"
            """, options: [try session.config()])
        #expect(output == ["true", "false"])
    }

    /// Runs `watch`, and other commands while it waits.
    private func watching(_ commands: String, rereading: Int = 120) async throws -> [String] {
        try await session.run(
            """
            \(KeyringSession.unlocking)
            keyring write
            coproc watch { REREAD=\(rereading) keyring watch; }
            exec 5<&"${watch[0]}" 6>&"${watch[1]}"
            read -r before <&5; \(commands); echo >&6; read -r after <&5; echo "$before $after"
            """)
    }

    @Test(arguments: ["keyring write", "keyring remove >/dev/null"])
    func `C8 a secret in memory is not current after another process wrote or removed it`(
        command: String
    ) async throws {
        #expect(try await watching(command) == ["true false"])
    }

    @Test func `a secret in memory is current until it is read again for what other programs do`() async throws {
        #expect(try await watching(":") == ["true true"])
        #expect(try await watching(":", rereading: 0) == ["false false"])
    }

    @Test func `S6 a locked keyring is an error, and no missing secret`() async throws {
        let first = try await session.run("\(KeyringSession.unlocking)\nkeyring write; keyring read")

        let locked = try await session.run(
            """
            gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1
            \(KeyringSession.waiting)
            for task in read write remove; do keyring $task; done
            """)

        #expect(first == ["a secret"])
        #expect(locked.count == 3)
        #expect(locked.allSatisfy { $0.hasPrefix("SecretStoreError.locked") }, "\(locked)")
    }

    @Test func `S6 without a program that asks the user, an unlocked keyring is not waited for`() async throws {
        _ = try await session.run("\(KeyringSession.unlocking)\nkeyring write")
        let output = try await session.run(
            "gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1\n\(KeyringSession.waiting)\nkeyring ask")
        #expect(output.first?.hasPrefix("SecretStoreError.") == true, "\(output)")
    }

    @Test(arguments: [("ask", "a secret"), ("ask-write", "stored"), ("ask-remove", "true")])
    func `the time that the user takes to unlock the keyring is not that of its answers`(
        task: String, result: String
    ) async throws {
        let output = try await session.run(
            """
            \(try await session.asking(milliseconds: 4_000))
            keyring write; kill -USR1 "$keyring"
            LIMIT=3 PROMPT=60 keyring \(task)
            kill "$keyring"
            """, options: [try session.config()])
        #expect(output == [result])
    }

    @Test func `the time limit of a list is that of each item`() async throws {
        let output = try await session.run(
            """
            \(try await session.asking(milliseconds: 0, items: 12, pause: 500))
            keyring write
            LIMIT=4 keyring accounts
            kill "$keyring"
            """, options: [try session.config()])
        #expect(output == ["john"])
    }

    @Test func `while the user is asked, the lock of writers is free`() async throws {
        let output = try await session.run(
            """
            \(try await session.asking(milliseconds: 0))
            keyring write; kill -USR1 "$keyring"
            PROMPT=100 keyring ask-write & asked=$!
            until [ -e "$HOME/prompted" ]; do :; done
            LIMIT=10 keyring write
            kill -USR2 "$keyring"; wait "$asked"; kill "$keyring"
            """, options: [try session.config()])
        #expect(output.count == 2)
        #expect(output.first?.hasPrefix("SecretStoreError.locked") == true, "\(output)")
        #expect(output.last == "stored")
    }

    @Test func `S6 a prompt that the keyring does not end is an error after the time limits`() async throws {
        let output = try await session.run(
            """
            \(try await session.asking(milliseconds: 0))
            keyring write; kill -USR1 "$keyring"
            for task in ask ask-write ask-remove; do LIMIT=1 PROMPT=1 keyring $task; done
            kill -USR2 "$keyring"; keyring read
            kill "$keyring"
            """, options: [try session.config()])
        #expect(output.count == 4)
        #expect(output.prefix(3).allSatisfy { $0.hasPrefix("SecretStoreError.unavailable") }, "\(output)")
        #expect(output.last == "a secret")
    }

    @Test func `a keyring whose user confirms each change, as with KeePassXC, stores and removes`() async throws {
        let output = try await session.run(
            """
            CONFIRM=1 \(try await session.asking(milliseconds: 10))
            keyring write; keyring read; keyring remove; keyring read
            kill "$keyring"
            """, options: [try session.config()])
        #expect(output == ["a secret", "true", "none"])
    }

    @Test func `S6 a confirmation that the keyring does not end is an error after the time limits`() async throws {
        let output = try await session.run(
            """
            CONFIRM=1 \(try await session.asking(milliseconds: 0))
            LIMIT=1 keyring write; LIMIT=1 keyring remove
            kill -USR2 "$keyring"; keyring read
            kill "$keyring"
            """, options: [try session.config()])
        #expect(output.count == 3)
        #expect(output.prefix(2).allSatisfy { $0.hasPrefix("SecretStoreError.unavailable") }, "\(output)")
        #expect(output.last == "none")
    }

    @Test func `S6 the time limits hold while the program blocks every thread of its global queue`() async throws {
        let output = try await session.run(
            """
            \(try await session.asking(milliseconds: 0))
            keyring write; kill -USR1 "$keyring"
            CROWDED=1 LIMIT=1 PROMPT=1 keyring ask
            kill -STOP "$keyring"; CROWDED=1 LIMIT=1 keyring read; kill -CONT "$keyring"
            kill "$keyring"
            """, options: [try session.config()])
        #expect(output.count == 2)
        #expect(output.allSatisfy { $0.hasPrefix("SecretStoreError.unavailable") }, "\(output)")
    }

    @Test func `S6 without free descriptors a call is an error, and does not end the program`() async throws {
        let output = try await session.run(
            """
            \(try await session.asking(milliseconds: 0))
            keyring write
            for free in {0..20}; do FREE=$free keyring read; FREE=$free keyring create; done
            kill "$keyring"
            """, options: [try session.config()])
        #expect(output.count == 42, "\(output)")
        #expect(output.allSatisfy { $0 == "a secret" || $0.hasPrefix("SecretStoreError.failed") }, "\(output)")
        #expect(output.suffix(2) == ["a secret", "a secret"])
    }

    @Test func `S6 a keyring that hangs is an error after the time limit`() async throws {
        let output = try await session.run(
            """
            \(KeyringSession.unlocking)
            keyring write
            daemon=$(dbus-send --print-reply=literal --dest=org.freedesktop.DBus / \
                org.freedesktop.DBus.GetConnectionUnixProcessID string:org.freedesktop.secrets | awk '{ print $2 }')
            kill -STOP "$daemon"
            LIMIT=1 keyring read; LIMIT=1 keyring write; LIMIT=1 keyring remove
            kill -CONT "$daemon"; keyring read
            """)
        #expect(output.count == 4)
        #expect(output.dropLast().allSatisfy { $0.hasPrefix("SecretStoreError.unavailable") }, "\(output)")
        #expect(output.last == "a secret")
    }

    @Test func `S6 a session without a keyring is an error`() async throws {
        let config = try session.config()

        let output = try await session.run("keyring read; keyring write", options: [config])

        #expect(output.count == 2)
        #expect(output.allSatisfy { $0.hasPrefix("SecretStoreError.unavailable") }, "\(output)")
    }

    @Test func `S6 a bus that hangs is an error after the time limit`() async throws {
        let output = try await session.run(
            """
            bus=$(dbus-send --print-reply=literal --dest=org.freedesktop.DBus / \
                org.freedesktop.DBus.GetConnectionUnixProcessID string:org.freedesktop.DBus | awk '{ print $2 }')
            kill -STOP "$bus"; LIMIT=1 keyring read; keyring threads; kill -CONT "$bus"
            """)
        #expect(output.count == 10)
        #expect(output.first?.hasPrefix("SecretStoreError.unavailable") == true, "\(output)")
        // The calls that the bus does not answer share a few threads.
        #expect(output.last.flatMap { Int($0) }.map { $0 <= 4 } == true, "\(output)")
    }

    @Test(.enabled(if: geteuid() == 0, "only root runs a program as another user"))
    func `S6 a keyring of another user is refused`() async throws {
        let config = try session.config()
        let output = try await session.run(
            """
            install -d -o nobody "$HOME/foreign"; chmod 711 "$HOME"
            printf x | setpriv --reuid=65534 --regid=65534 --clear-groups env HOME="$HOME/foreign" \
                XDG_DATA_HOME="$HOME/foreign" gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
            \(KeyringSession.waiting)
            keyring read; keyring write
            """, options: [config])
        #expect(output.count == 2)
        #expect(output.allSatisfy { $0.hasPrefix("SecretStoreError.notPrivate") }, "\(output)")
    }

    @Test(arguments: [nil, "unix:path=/nowhere/bus", "nonsense"])
    func `S6 S10 a program without a session bus starts none`(bus: String?) async throws {
        let output = try await session.runAlone("read", bus: bus)
        #expect(output.count == 1)
        #expect(output.first?.hasPrefix("SecretStoreError.unavailable") == true, "\(output)")
    }

    @Test func `the declarations of libsecret match its headers`() async throws {
        let file = Checkout.fixtures + "/keyring/secret-calls.c"
        func compile(_ more: String = "") async throws -> Int32 {
            let line = """
                clang -std=gnu11 -Wall -Werror -Wno-unused-function -fsyntax-only \(more) \
                    $(pkg-config --cflags libsecret-1) "$0"
                """
            return try await ProgramRun("/bin/sh", ["-c", line, file]).status
        }
        #expect(try await compile() == 0)
        #expect(try await compile("-Dauth0_wrong") != 0)
    }
}
