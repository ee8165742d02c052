import Foundation
import Glibc
public import Harness

/// A session bus with GNOME Keyring, whose keyring is in a new folder.
public final class Keyring: Surroundings {
    /// The environment variable with the address of the bus.
    public let environment: [String: String]
    private let bus: pid_t
    private let folder: URL

    /// Starts the bus and the keyring; `nil` where one of them is not installed.
    public init?() {
        folder = FileManager.default.temporaryDirectory.appending(path: "bench-keyring-\(getpid())")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = [
            "-c",
            """
            cd '\(folder.path)' && export HOME=$PWD XDG_DATA_HOME=$PWD/data
            { read -r DBUS_SESSION_BUS_ADDRESS; read -r bus; } <<END
            $(dbus-daemon --session --fork --print-address=1 --print-pid=1)
            END
            export DBUS_SESSION_BUS_ADDRESS
            printf password | gnome-keyring-daemon --unlock --components=secrets >log 2>&1 &&
            gdbus wait --session --timeout 60 org.freedesktop.secrets &&
            echo "$bus $DBUS_SESSION_BUS_ADDRESS"
            """,
        ]
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        guard (try? process.run()) != nil else { return nil }
        // The end of the shell is not waited for: the bus has inherited the socket by which `Process` notices it.
        let words = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            .split(whereSeparator: \.isWhitespace)
        guard words.count == 2, let bus = pid_t(words[0]) else { return nil }
        self.bus = bus
        environment = ["DBUS_SESSION_BUS_ADDRESS": String(words[1])]
        StopOnSignal.shared.guarding(bus, folder)
    }

    /// Stops the bus, and with it the keyring.
    public func end() {
        kill(bus, SIGTERM)
        try? FileManager.default.removeItem(at: folder)
    }
}
