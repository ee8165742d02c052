import ByteEncodings
import Foundation
import JOSE
import Testing

/// Published vectors, see Tests/Vectors.
enum Vectors {
    /// Reads `Tests/Vectors/<name>.json`.
    static func load(_ name: String, from file: String = #filePath) throws -> JSONValue {
        let tests = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let data = try Data(contentsOf: tests.appendingPathComponent("Vectors/\(name).json"))
        return try JSONValue(parsing: Array(data))
    }
}

extension JSONValue {
    var array: [JSONValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    /// The value as the text of a document.
    var text: [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.bytes
    }

    /// The object without some members.
    func without(_ names: String...) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { !names.contains($0.name) })
    }

    /// A key set of this key, or this key set itself.
    var keySet: JSONValue {
        self["keys"] == nil ? .object([Member(name: "keys", value: .array([self]))]) : self
    }
}
