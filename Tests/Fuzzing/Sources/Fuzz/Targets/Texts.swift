import ByteEncodings
import Foundation

extension FuzzTarget {
    /// A form body: writing the parsed fields and reading them again returns the same fields.
    static let form = FuzzTarget(name: "form") { bytes in
        guard let fields = try? FormEncoding.decode(bytes.text) else { return }
        guard let again = try? FormEncoding.decode(FormEncoding.encode(fields)) else {
            preconditionFailure("what was written is no form")
        }
        precondition(
            again.map(\.name) == fields.map(\.name) && again.map(\.value) == fields.map(\.value),
            "what was written reads differently")
    }

    /// Base64url text: there is one spelling, and another decoder returns the same bytes.
    static let base64url = FuzzTarget(name: "base64url") { bytes in
        precondition((try? Base64URL.decode(Base64URL.encode(bytes))) == bytes, "bytes are lost")
        var appended = Array("start.".utf8)
        Base64URL.append(bytes, to: &appended)
        precondition(appended.text == "start." + Base64URL.encode(bytes), "appended otherwise")
        guard let decoded = try? Base64URL.decode(bytes[...]) else { return }
        let spelling = Base64URL.encode(decoded)
        precondition(Array(spelling.utf8) == bytes, "a second spelling")
        let standard = spelling.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        precondition(Data(base64Encoded: standard + padding).map(Array.init) == decoded, "Foundation reads otherwise")
    }
}
