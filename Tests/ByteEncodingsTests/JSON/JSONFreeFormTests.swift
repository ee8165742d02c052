import ByteEncodings
import Foundation
import Testing

@Suite struct JSONFreeFormTests {
    @Test func `free-form values survive encoding and decoding`() throws {
        let value: [String: any Sendable] = [
            "text": "a\"\\\u{1}é", "flag": true, "whole": 7, "big": UInt64(5), "part": 0.5, "none": JSONNull(),
            "list": [1, 2], "strings": ["a": "b"], "maybe": Optional<String>.none as any Sendable,
            "null": NSNull(),
        ]

        let tree = try JSONValue(freeForm: value)
        var writer = JSONWriter()
        writer.write(tree)
        let read = try JSONValue(parsing: writer.bytes).freeFormObject

        #expect(read?["text"] as? String == "a\"\\\u{1}é")
        #expect(read?["flag"] as? Bool == true)
        #expect(read?["whole"] as? Int == 7)
        #expect(read?["big"] as? Int == 5)
        #expect(read?["part"] as? Double == 0.5)
        #expect(read?["none"] is JSONNull)
        #expect(read?["maybe"] is JSONNull)
        #expect(read?["null"] is JSONNull)
        #expect(read?["list"] as? [Int] == [1, 2])
        #expect((read?["strings"] as? [String: Any])?["b"] == nil)
        #expect((read?["strings"] as? [String: Any])?["a"] as? String == "b")
    }

    @Test func `a value of a type that JSON does not have is refused`() {
        struct Strange {}

        #expect(throws: JSONError(.wrongType)) { try JSONValue(freeForm: ["a": [Strange()]]) }
        #expect(throws: JSONError(.numberOutOfRange)) { try JSONValue(freeForm: Double.nan) }
        #expect(throws: JSONError(.numberOutOfRange)) { try JSONValue(freeForm: UInt64.max) }
    }

    @Test func `a Decodable is read from the tree, strictly`() throws {
        struct Sample: Decodable, Equatable {
            struct Part: Decodable, Equatable { let id: Int }
            let name: String
            let part: Part
            let tags: [String]
            let missing: Double?
            let flag: Bool
        }

        func sample(_ text: String) throws -> Sample {
            try Sample(from: JSONValueDecoder(JSONValue(parsing: Array(text.utf8))))
        }

        #expect(
            try sample(#"{"name":"n","part":{"id":3},"tags":["x"],"flag":false,"more":1}"#)
                == Sample(name: "n", part: .init(id: 3), tags: ["x"], missing: nil, flag: false))
        #expect(throws: DecodingError.self) { try sample(#"{"name":"n","part":{"id":3},"tags":["x"],"flag":1}"#) }
        #expect(throws: DecodingError.self) { try sample(#"{"name":"n","part":{"id":3.5},"tags":[],"flag":true}"#) }
        #expect(throws: DecodingError.self) { try sample(#"{"name":"n","part":{},"tags":[],"flag":true}"#) }
    }
}
