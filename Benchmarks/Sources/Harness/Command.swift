import Foundation

/// A command that runs in another process until it exits.
struct Command {
    let path: String
    let arguments: [String]

    /// Runs the command and returns its standard output.
    ///
    /// - Throws: ``Failed`` if the exit status is not 0.
    func output(environment: [String: String] = [:]) throws -> String {
        let process = Process()
        let (output, errors) = (Pipe(), FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID())"))
        try Data().write(to: errors)
        defer { try? FileManager.default.removeItem(at: errors) }
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            let said = try String(contentsOf: errors, encoding: .utf8)
            throw Failed(status: process.terminationStatus, said: said.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The exit status and output of a failed command.
    struct Failed: Error, CustomStringConvertible {
        let status: Int32
        let said: String

        var description: String { said.isEmpty ? "status \(status)" : said }
    }
}
