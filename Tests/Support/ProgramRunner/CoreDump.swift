import Foundation
import Glibc

/// A core dump of this process, which a debugger writes.
package enum CoreDump {
    /// Writes the core dump, without the symbols of the process, for which `gcore` needs seconds.
    ///
    /// - Parameter path: The path of the new file.
    /// - Returns: The path.
    /// - Throws: ``Failure`` if the debugger does not write the file.
    package static func write(_ path: String) throws -> String {
        let settings = ["set debuginfod enabled off", "set sysroot /nonexistent", "set auto-solib-add off"]
        let commands = ["attach \(getpid())", "gcore \(path)", "detach", "quit"]
        let run = try ProgramRun(
            waitingFor: "/usr/bin/gdb",
            ["--nx", "--batch", "--readnever"] + settings.flatMap { ["-iex", $0] } + commands.flatMap { ["-ex", $0] })
        guard FileManager.default.fileExists(atPath: path) else {
            throw Failure(description: String(decoding: run.errors, as: UTF8.self))
        }
        return path
    }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }
}
