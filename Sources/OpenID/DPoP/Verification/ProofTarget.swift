import ByteEncodings
import HTTPMessages

/// The address of a proof, normalized so that equivalent addresses are equal (RFC 9449 §4.3, RFC 3986 §6.2.2).
struct ProofTarget: Equatable {
    private let origin: String
    private let segments: [[UInt8]]

    init(_ url: HTTPURL) {
        origin = url.origin
        segments = Self.withoutDots(
            url.path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
                .map { Self.normalized(Array($0)) })
    }

    /// Decodes percent-encoded unreserved characters and writes the digits of other escapes in upper case.
    private static func normalized(_ segment: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = segment[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%"), rest.count >= 2,
                let code = try? Hex.decode(String(decoding: rest.prefix(2), as: UTF8.self)).first
            else {
                result.append(byte)
                continue
            }
            if code.isUnreserved {
                result.append(code)
            } else {
                result += [byte] + rest.prefix(2).map { $0 >= UInt8(ascii: "a") ? $0 - 0x20 : $0 }
            }
            rest = rest.dropFirst(2)
        }
        return result
    }

    /// Removes the dot segments of a path (RFC 3986 §5.2.4).
    private static func withoutDots(_ segments: [[UInt8]]) -> [[UInt8]] {
        var kept: [[UInt8]] = []
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch String(decoding: segment, as: UTF8.self) {
            case ".": if isLast { kept.append([]) }
            case "..":
                _ = kept.popLast()
                if isLast { kept.append([]) }
            default: kept.append(segment)
            }
        }
        return kept
    }
}
