import Foundation

/// A file of published vectors, see Tests/Vectors/wycheproof/NOTICE.
struct Wycheproof<Group: Decodable>: Decodable {
    let testGroups: [Group]

    /// Reads `Tests/Vectors/wycheproof/<name>_test.json`.
    static func load(_ name: String, from file: String = #filePath) throws -> [Group] {
        let tests = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let path = tests.appendingPathComponent("Vectors/wycheproof/\(name)_test.json")
        return try JSONDecoder().decode(Self.self, from: Data(contentsOf: path)).testGroups
    }
}

/// Bytes in hexadecimal, as the vectors spell them.
struct HexBytes: Decodable {
    let bytes: [UInt8]

    init(from decoder: any Decoder) throws {
        let digits = Array(try decoder.singleValueContainer().decode(String.self))
        bytes = try stride(from: 0, to: digits.count, by: 2).map { index in
            guard let byte = UInt8(String(digits[index...(index + 1)]), radix: 16) else {
                throw CocoaError(.coderReadCorrupt)
            }
            return byte
        }
    }

    /// The same number without leading zeros.
    var number: [UInt8] { Array(bytes.drop { $0 == 0 }) }
}

/// One case of a signature file.
struct SignatureCase: Decodable {
    let tcId: Int
    let comment: String
    let msg: HexBytes
    let sig: HexBytes
    let result: String
}
