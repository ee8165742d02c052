import Glibc
import TenantEmulator

/// What the command line says.
struct Arguments {
    /// What is wrong with the command line.
    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    static let help = """
        tenant-emulator: a tenant on 127.0.0.1 for tests, demos and CI

          --port N            listen on port N (default: one that is free)
          --port-fallback     take another port if N is taken
          --seed FILE         start with the users, clients and APIs of a JSON file
          --print-seed        print the standard seed, as a pattern for a file of your own
          --overlap SECONDS   let a refresh token that was exchanged go on working
          --fault PATH=KIND   switch a fault on; PATH may end in *; KIND is one of
                                hold, hold-answer, delay:SECONDS, status:CODE, body:TEXT, redirect:URL,
                                truncate-body[:content-length|chunked|by-close],
                                endless-body, close-connection, reset-connection, lose-answer
          --help              print this
        """

    private(set) var wantsHelp = false
    private(set) var wantsSeed = false
    private(set) var faults: [(path: String, fault: Fault)] = []
    private var port: UInt16 = 0
    private var portFallback = false
    private var seedFile: String?
    private var overlap = 0

    init(_ words: ArraySlice<String>) throws(Mistake) {
        var words = words
        while let word = words.popFirst() {
            switch word {
            case "--help", "-h": wantsHelp = true
            case "--print-seed": wantsSeed = true
            case "--port-fallback": portFallback = true
            case "--port": port = try Self.number(word, words.popFirst())
            case "--overlap": overlap = try Self.number(word, words.popFirst())
            case "--seed": seedFile = try Self.value(word, words.popFirst())
            case "--fault": faults.append(try Self.fault(try Self.value(word, words.popFirst())))
            default: throw Mistake(description: "unknown argument \(word); try --help")
            }
        }
    }

    /// How the tenant is to start.
    func configuration() throws(Mistake) -> TenantConfiguration {
        var configuration = TenantConfiguration(port: port, portFallback: portFallback)
        configuration.refreshTokenOverlap = overlap
        if let seedFile { configuration.seed = try Self.seed(seedFile) }
        return configuration
    }

    /// Prints a mistake and ends the program.
    static func fail(_ message: String, exit code: Int32) -> Never {
        let line = Array("tenant-emulator: \(message)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
        exit(code)
    }

    private static func value(_ name: String, _ value: String?) throws(Mistake) -> String {
        guard let value else { throw Mistake(description: "\(name) needs a value") }
        return value
    }

    private static func number<Number: FixedWidthInteger>(_ name: String, _ text: String?) throws(Mistake) -> Number {
        guard let number = Number(try value(name, text)), number >= 0 else {
            throw Mistake(description: "\(name) needs a number")
        }
        return number
    }

    private static func fault(_ text: String) throws(Mistake) -> (path: String, fault: Fault) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let fault = Fault(text: parts[1]) else {
            throw Mistake(description: "--fault needs PATH=KIND; try --help")
        }
        return (parts[0], fault)
    }

    private static func seed(_ file: String) throws(Mistake) -> TenantSeed {
        guard let handle = fopen(file, "rb") else { throw Mistake(description: "cannot read \(file)") }
        defer { fclose(handle) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&chunk, 1, chunk.count, handle), count > 0 { bytes += chunk[..<count] }
        do {
            return try TenantSeed(json: bytes)
        } catch { throw Mistake(description: "\(file): \(error)") }
    }
}
