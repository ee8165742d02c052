/// Texts of 1 MiB, the maximum size of a response: an ordinary one, and some that a hostile server could send.
enum LargeTexts {
    /// A list of users with 30 members each.
    static let users = list(
        of: "{" + (0..<30).map { #""member_name_\#($0)":"a value of some length""# }.joined(separator: ",") + "}")

    /// A page of a list of users, 0.93 MB.
    static let page = list(of: Claims.text, bytes: 930_000)

    /// A list of objects with 1,000 members each, whose names differ in their FNV-1a hashes.
    static let names = list(of: object((1_000..<2_000).map { "\($0)" }))

    /// A list of objects with 1,000 members each, whose names have equal FNV-1a hashes of 32 bits.
    static let collisions = list(of: object(namesOfEqualHash.prefix(1_000)))

    /// A list of objects in objects, beyond the limit on values.
    static let nested = list(
        of: String(repeating: #"{"":"#, count: 29) + "0" + String(repeating: "}", count: 29))

    /// A token whose header of 48 kB has names of equal hashes.
    static let header = object(namesOfEqualHash.prefix(730))

    /// Names of ten blocks; both blocks at a place lead from one state of the hash to the same next one.
    private static let namesOfEqualHash: [String] =
        [
            ("ylzvbv", "palwxu"), ("ttpvtt", "vndmba"), ("xbfmmm", "jsboyh"), ("swjcwe", "ktared"),
            ("fqaedj", "adhude"), ("biubsr", "vuefcn"), ("quaplk", "prsgrp"), ("kkjole", "misexx"),
            ("jcjpao", "ctcjkh"), ("puqrzc", "xsqdnk"),
        ].reduce([""]) { names, blocks in names.flatMap { [$0 + blocks.0, $0 + blocks.1] } }

    private static func object(_ names: some Sequence<String>) -> String {
        "{" + names.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
    }

    private static func list(of element: String, bytes: Int = 1_048_576) -> [UInt8] {
        let count = bytes / (element.utf8.count + 1)
        return Array("[\([String](repeating: element, count: count).joined(separator: ","))]".utf8)
    }
}
