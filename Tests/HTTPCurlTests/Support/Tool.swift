import Foundation

/// Programs of the system that tests lean on.
enum Tool {
    /// Runs a program and returns what it writes.
    @discardableResult
    static func run(
        _ program: String, _ arguments: [String], input: Data? = nil, environment: [String: String] = [:]
    ) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let (source, sink) = (Pipe(), Pipe())
        process.standardInput = source
        process.standardOutput = sink
        process.standardError = FileHandle.nullDevice
        try process.run()
        Thread.detachNewThread {
            if let input { try? source.fileHandleForWriting.write(contentsOf: input) }
            try? source.fileHandleForWriting.close()
        }
        let output = try sink.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw ToolFailed(program: program) }
        return output
    }
}

struct ToolFailed: Error {
    let program: String
}
