import ByteEncodings
import Foundation

extension FuzzTarget {
    /// JSON text: parsing and skipping accept the same input, writing returns the same text, and another parser accepts
    /// it too.
    static let json = FuzzTarget(name: "json") { bytes in
        let result = Result { () throws(JSONError) in try JSONValue(parsing: bytes) }
        let isSkipped = (try? JSONScanner.scan(bytes) { json throws(JSONError) in try json.skip() }) != nil
        guard case .success(let tree) = result else {
            // The size of a skipped number is not checked.
            if case .failure(let error) = result, error.code == .numberOutOfRange { return }
            return precondition(!isSkipped, "what cannot be read is skipped")
        }
        precondition(isSkipped, "what can be read is not skipped")

        let written = tree.text
        guard let again = try? JSONValue(parsing: written) else { preconditionFailure("what was written is no JSON") }
        precondition(again.text == written, "what was written reads differently")
        let theirs = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
        precondition(theirs != nil, "Foundation finds no JSON here")
    }

    /// Names, separated by zeros: an object of them is read if and only if all differ, with few names and with many.
    static let names = FuzzTarget(name: "names") { bytes in
        let names = bytes.split(separator: 0, omittingEmptySubsequences: false).prefix(1_000).map { Array($0).text }
        var writer = JSONWriter()
        writer.write(members: names.map { JSONValue.Member(name: $0, value: .null) })
        let isUnique = Set(names.map { Array($0.utf8) }).count == names.count
        let tree = try? JSONValue(parsing: writer.bytes)
        precondition((tree != nil) == isUnique, "a duplicate is read, or different names are refused")
        guard case .object(let members)? = tree else { return }
        precondition(members.map { Array($0.name.utf8) } == names.map { Array($0.utf8) }, "names are read differently")
    }
}

extension JSONValue {
    /// The value as compact text.
    var text: [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.bytes
    }
}
