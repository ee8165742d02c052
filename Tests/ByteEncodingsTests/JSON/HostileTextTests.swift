import ByteEncodings
import TestEvents
import Testing

/// Texts that are small to send and were expensive to read.
@Suite struct HostileTextTests {
    private static let ordinaryTime = {
        let ordinary = HostileJSON.ordinary
        return ProcessorTime.shortest(of: 3) { _ = try? JSONValue(parsing: ordinary) }
    }()

    /// Ordinary users take about a third of the most expensive hostile text; names with equal hashes took a hundred
    /// times as long.
    @Test(.enabled(if: !Sanitizer.isActive), arguments: HostileJSON.allCases)
    func `T14 J11 a hostile text takes at most sixteen times the time of an ordinary one`(kind: HostileJSON) {
        let hostile = kind.text

        let time = ProcessorTime.shortest(of: 3) { _ = try? JSONValue(parsing: hostile) }

        #expect(time <= 16 * Self.ordinaryTime)
        #if !DEBUG
            #expect(time <= 100_000_000, "\(time / 1_000) µs")
        #endif
    }

    @Test func `T14 J11 limits the elements and members of a whole text, even of a skipped one`() throws {
        let limits = JSONLimits(values: 10)

        for text in ["[0,0,0,0,0,0,0,0,0,0]", #"[{"a":0},{"a":0},{"a":0},{"a":0},{"a":[]}]"#, "[[[[[[[[[[]]]]]]]]],0]"]
        {
            let longer = Array(text.utf8.dropLast()) + Array(",[]]".utf8)
            _ = try JSONValue(parsing: Array(text.utf8), limits: limits)
            for read in [Self.read, Self.skip] {
                let error = #expect(throws: JSONError.self) { try read(longer, limits) }
                #expect(error?.code == .tooManyMembers)
            }
        }
    }

    @Test func `a text of 1 MiB with 800 users of 30 members is below the limit`() throws {
        guard case .array(let users) = try JSONValue(parsing: HostileJSON.ordinary)["list"] else {
            return #expect(Bool(false))
        }
        #expect(users.count > 800)
        _ = try JSONValue(parsing: HostileJSON.allowedObjects.text)
    }

    @Test(arguments: [1, 7, 8, 9, 31, 32, 33, 34, 999])
    func `finds a duplicate among few and many names, escaped or not`(count: Int) throws {
        for length in [1, 7, 8, 9, 40] {
            let names = (0..<count).map { number in
                String(repeating: "x", count: length) + "\(number)" + String(repeating: "y", count: 9)
            }
            let value = try JSONValue(parsing: Array(HostileJSON.object(names).utf8))
            #expect(names.allSatisfy { value[$0] == .integer(0) })

            for name in [names[0], names[count / 2], names[count - 1]] {
                for spelling in [name, #"\u0078"# + name.dropFirst()] {
                    let text = HostileJSON.object(names + [spelling])
                    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8)) }
                    #expect(error?.code == .duplicateMember)
                }
            }
        }
    }

    @Test func `nested objects are read with their own members`() throws {
        let text = #"[{"a":{"b":{},"c":{"d":1}},"e":[{"f":2},{}]},{"g":3}]"#
        var writer = JSONWriter()

        writer.write(try JSONValue(parsing: Array(text.utf8)))

        #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
    }

    @Test func `T14 the hash of a name differs from process to process`() async throws {
        var outputs: Set<String> = []
        for _ in 0..<2 {
            let child = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                try JSONScanner.scan(Array(#"{"name":0}"#.utf8)) { json throws(JSONError) in
                    try json.object { name, json throws(JSONError) in
                        print("hash", name.hashValue)
                        try json.skip()
                    }
                }
            }
            let output = String(decoding: try #require(child?.standardOutputContent), as: UTF8.self)
            outputs.formUnion(output.split(separator: "\n").filter { $0.hasPrefix("hash ") }.map(String.init))
        }

        #expect(outputs.count == 2)
    }

    private static func read(_ text: [UInt8], _ limits: JSONLimits) throws {
        _ = try JSONValue(parsing: text, limits: limits)
    }

    private static func skip(_ text: [UInt8], _ limits: JSONLimits) throws {
        try JSONScanner.scan(text, limits: limits) { json throws(JSONError) in try json.skip() }
    }
}
