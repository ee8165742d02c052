import Foundation
import ProgramRunner

/// A session bus of its own with GNOME Keyring, for the commands of one test.
struct KeyringSession {
    private static let build = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

    /// The folder with the keyring, which outlives a session.
    let folder = TemporaryFolder()

    /// Unlocks the keyring, and creates it in the first session.
    ///
    /// Waits until the daemon has its name on the bus, which would start another one otherwise.
    static let unlocking = """
        printf keyring-password | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
        \(waiting)
        """

    /// Compiles a keyring whose user unlocks it late, and returns the commands that start it; its process is
    /// `$keyring`.
    ///
    /// - Parameters:
    ///   - milliseconds: The time until the user answers; 0 for an answer at `SIGUSR2`.
    ///   - items: The number of results of a search, each of them the same item.
    ///   - pause: The milliseconds after which the keyring describes an item.
    /// - Returns: The commands, for a session with ``config()``.
    /// - Throws: ``ProgramRunner/ProgramRun/Failure``.
    func asking(milliseconds: Int, items: Int = 1, pause: Int = 0) async throws -> String {
        try await compile("asking-keyring", with: "gio-2.0")
        return """
            "$HOME/asking-keyring" "$HOME" \(milliseconds) \(items) \(pause) & keyring=$!
            \(Self.waiting)
            """
    }

    /// Compiles a fixture to a program in the folder.
    ///
    /// - Parameters:
    ///   - name: The name of the fixture and of the program.
    ///   - package: The package of its library.
    /// - Throws: ``ProgramRunner/ProgramRun/Failure``.
    func compile(_ name: String, with package: String = "libsecret-1") async throws {
        let line = #"clang -std=gnu11 -w "$0" $(pkg-config --cflags --libs "$2") -o "$1""#
        let source = "\(Checkout.fixtures)/keyring/\(name).c"
        _ = try await ProgramRun("/bin/sh", ["-c", line, source, "\(folder.path)/\(name)", package])
    }

    /// Waits until the keyring that was started has its name on the bus: its start returns before.
    static let waiting = "gdbus wait --session --timeout 60 org.freedesktop.secrets"

    /// Runs commands of a shell in a new session.
    ///
    /// - Parameters:
    ///   - commands: The commands; `keyring TASK` runs `KeyringProgram`, `keyring-beside-bus TASK` does with its locks
    ///     in their usual place, and `renewal DOMAIN CLIENT-ID TASK NUMBER NUMBER` `RenewalProgram` with the keyring.
    ///   - options: The options of `dbus-run-session`.
    /// - Returns: The lines of standard output.
    /// - Throws: ``ProgramRunner/ProgramRun/Failure``.
    func run(_ commands: String, options: [String] = []) async throws -> [String] {
        let script = """
            # Where the folder of the bus is not private, its locks are in one of its own.
            bus_id=$(dbus-send --print-reply=literal --dest=org.freedesktop.DBus / org.freedesktop.DBus.GetId | tr -d ' ')
            trap 'rm -rf "/tmp/auth0-streams-$(id -u)-$bus_id"' EXIT
            keyring-beside-bus() { "\(Self.build.appending(path: "KeyringProgram").path)" "$1" beside-bus; }
            keyring() { "\(Self.build.appending(path: "KeyringProgram").path)" "$1" "\(folder.path)/locks"; }
            renewal() {
                "\(Self.build.appending(path: "RenewalProgram").path)" "$1" "$2" "keyring:\(folder.path)/locks" "${@:3}"
            }
            \(commands)
            """
        return try await lines("/usr/bin/dbus-run-session", options + ["--", "/bin/bash", "-c", script], bus: nil)
    }

    /// Writes the configuration of a bus that admits every user, and starts no service by itself.
    ///
    /// - Parameter address: The address that the bus listens on.
    /// - Returns: The option of `dbus-run-session`.
    /// - Throws: The error of the file system.
    func config(
        listening address: String = "unix:tmpdir=/tmp"
    ) throws -> String {
        let path = folder.path + "/bus.conf"
        try """
        <busconfig><type>session</type><listen>\(address)</listen>
        <auth>EXTERNAL</auth>
        <policy context="default"><allow user="*"/><allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/><allow own="*"/></policy>
        </busconfig>
        """.write(toFile: path, atomically: true, encoding: .utf8)
        return "--config-file=\(path)"
    }

    /// Runs the program without a session.
    ///
    /// - Parameters:
    ///   - task: The task of `KeyringProgram`.
    ///   - bus: The address of the bus; `nil` for none.
    /// - Returns: The lines of standard output.
    /// - Throws: ``ProgramRunner/ProgramRun/Failure``.
    func runAlone(_ task: String, bus: String? = nil) async throws -> [String] {
        try await lines(Self.build.appending(path: "KeyringProgram").path, [task, "\(folder.path)/locks"], bus: bus)
    }

    private func lines(_ program: String, _ arguments: [String], bus: String?) async throws -> [String] {
        // The environment of instrumented programs; only the tests search for leaks.
        let own = ["LD_LIBRARY_PATH", "LD_PRELOAD", "TSAN_OPTIONS", "ASAN_OPTIONS"]
        var environment = ProcessInfo.processInfo.environment.filter { own.contains($0.key) }
        environment["ASAN_OPTIONS"]? += " detect_leaks=0"
        environment["HOME"] = folder.path
        environment["XDG_DATA_HOME"] = folder.path + "/data"
        (environment["PATH"], environment["LC_ALL"]) = ("/usr/bin:/bin", "C.UTF-8")
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus
        let run = try await ProgramRun(program, arguments, environment: environment)
        // The bus starts the daemon, too, which tells its address.
        return String(decoding: run.output, as: UTF8.self).split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix("GNOME_KEYRING_CONTROL=") }
    }
}
