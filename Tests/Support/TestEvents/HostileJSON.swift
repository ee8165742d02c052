/// JSON texts of a hostile server that are small to send and may be expensive to read.
///
/// Each is valid JSON of about 1 MiB, the maximum size of a response.
package enum HostileJSON: String, Sendable, Codable, CaseIterable {
    /// Empty objects, which must not reserve space for members.
    case emptyObjects
    /// Objects of one member.
    case smallObjects
    /// Objects in objects, 30 deep.
    case nestedObjects
    /// Arrays in arrays, 30 deep.
    case nestedArrays
    /// Numbers of one digit: the most values in a text.
    case digits
    /// Numbers that are not exact in binary.
    case fractions
    /// Objects of 1,000 members with equal FNV-1a hashes.
    case collidingNames
    /// Objects of 1,000 members.
    case manyNames
    /// Objects of 1,000 members, whose names contain escapes.
    case escapedNames
    /// Objects of 32 members with long names of equal ends.
    case longNames
    /// As many nested objects as the limit on values allows, then white space.
    case allowedObjects
    /// A string of escapes.
    case escapes
    /// A string of control characters, in a member that a log shows.
    case controlCharacters

    /// The text.
    package var text: [UInt8] {
        switch self {
        case .emptyObjects: Self.list(of: "{}")
        case .smallObjects: Self.list(of: #"{"":0}"#)
        case .nestedObjects: Self.list(of: Self.nestedObject)
        case .nestedArrays: Self.list(of: String(repeating: "[", count: 29) + String(repeating: "]", count: 29))
        case .digits: Self.list(of: "0")
        case .fractions: Self.list(of: "7.123456789012345678e-310")
        case .collidingNames: Self.list(of: Self.object(Self.namesOfEqualHash.prefix(1_000)))
        case .manyNames: Self.list(of: Self.object((1_000..<2_000).map { "\($0)" }))
        case .escapedNames: Self.list(of: Self.object((1_000..<2_000).map { #"\u0061"# + "\($0)" }))
        case .longNames: Self.list(of: Self.object((10..<42).map { Self.longName("\($0)") }))
        case .allowedObjects:
            Self.list(of: Self.nestedObject, upTo: Self.allowedCount * (Self.nestedObject.utf8.count + 1))
                + Self.filler(1_048_576 - Self.allowedCount * (Self.nestedObject.utf8.count + 1))
        case .escapes: Self.member("text", Self.repeated(#"\ud83d\ude00"#))
        case .controlCharacters: Self.member("error_description", Self.repeated(#"\n"#))
        }
    }

    /// An ordinary response of the same size: 800 users of 30 members.
    package static var ordinary: [UInt8] {
        list(of: "{" + (0..<30).map { #""member_name_\#($0)":"a value of some length""# }.joined(separator: ",") + "}")
    }

    /// 1,024 names of 60 letters with equal FNV-1a hashes of 32 bits: each is a choice of ten blocks, and both blocks
    /// at a place lead from one state of the hash to the same next one.
    package static let namesOfEqualHash: [String] =
        [
            ("ylzvbv", "palwxu"), ("ttpvtt", "vndmba"), ("xbfmmm", "jsboyh"), ("swjcwe", "ktared"),
            ("fqaedj", "adhude"), ("biubsr", "vuefcn"), ("quaplk", "prsgrp"), ("kkjole", "misexx"),
            ("jcjpao", "ctcjkh"), ("puqrzc", "xsqdnk"),
        ].reduce([""]) { names, blocks in names.flatMap { [$0 + blocks.0, $0 + blocks.1] } }

    /// Returns an object with a member of each name.
    package static func object(_ names: some Sequence<String>) -> String {
        "{" + names.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
    }

    private static let nestedObject =
        String(repeating: #"{"":"#, count: 29) + "0" + String(repeating: "}", count: 29)

    /// The number of nested objects, each of 29 members and an element of the list, below the limit on values.
    private static let allowedCount = 65_536 / 30

    private static func list(of element: String, upTo count: Int = 1_048_576 - 40) -> [UInt8] {
        let element = Array((element + ",").utf8)
        var text: [UInt8] = []
        text.reserveCapacity(1_048_576)
        text += Array(#"{"error":"invalid","list":["#.utf8)
        while text.count + element.count < count { text += element }
        text.removeLast()
        return text + Array("]}".utf8)
    }

    private static func longName(_ middle: String) -> String {
        String(repeating: "a", count: 2_000) + middle + String(repeating: "a", count: 2_000)
    }

    private static func member(_ name: String, _ value: String) -> [UInt8] {
        Array(#"{"error":"invalid","\#(name)":"\#(value)"}"#.utf8)
    }

    private static func repeated(_ text: String) -> String {
        String(repeating: text, count: (1_048_576 - 80) / text.utf8.count)
    }

    private static func filler(_ count: Int) -> [UInt8] { [UInt8](repeating: UInt8(ascii: " "), count: max(0, count)) }
}
