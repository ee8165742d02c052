import HTTPMessages

/// The status line of a response and the header fields that frame its body (RFC 9112 §6.3).
struct ResponseHead {
    var status = 0
    private(set) var contentLength: Int?
    private(set) var isEncoded = false
    private var hasTransferEncoding = false
    /// Whether the server announces the end of the connection: with `Connection: close`, or with HTTP/1.0.
    private var willClose = false

    init() {}

    /// Parses a status line such as `HTTP/1.1 200 OK`; `nil` if it is malformed, or a change to another protocol, which
    /// no request asks for (RFC 9110 §15.2.2).
    init?(statusLine line: UnsafeRawBufferPointer) {
        guard let space = line.firstIndex(of: UInt8(ascii: " ")), line.count >= space + 4, space >= 6 else {
            return nil
        }
        let digits = line[(space + 1)...(space + 3)]
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        status = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        guard (100...599).contains(status), status != 101 else { return nil }
        willClose = space == 8 && line[7] == UInt8(ascii: "0")
    }

    var mayHaveBody: Bool { status != 204 && status != 304 && status >= 200 }
    /// Whether the response does not have both `Content-Length` and `Transfer-Encoding`, a sign of response splitting.
    var isWellFramed: Bool { !(hasTransferEncoding && contentLength != nil) }
    var endsWithConnection: Bool { contentLength == nil && !hasTransferEncoding }
    /// Whether the end of the body can be distinguished from a lost connection: without a length and without chunks
    /// only if the server announces the end of the connection.
    var hasKnownEnd: Bool { !endsWithConnection || willClose }

    /// Reads a header field if it frames the body. Returns `false` for an invalid or different length, and for a
    /// transfer coding other than chunks, which libcurl before 8.7 decodes although no request asks for it.
    mutating func read(field line: UnsafeRawBufferPointer, colon: Int) -> Bool {
        switch colon {
        case 14 where line.isNamed("content-length"):
            let length = Self.number(UnsafeRawBufferPointer(rebasing: line[15...]))
            guard let length, contentLength == nil || contentLength == length else { return false }
            contentLength = length
        case 16 where line.isNamed("content-encoding"): isEncoded = true
        case 17 where line.isNamed("transfer-encoding"):
            let start = line[18...].firstIndex { $0 > 0x20 } ?? line.endIndex
            let end = line[start...].lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start
            let coding = UnsafeRawBufferPointer(rebasing: line[start..<end])
            // `identity` means no coding in RFC 2616.
            if coding.count == 8, coding.isNamed("identity") { return true }
            guard !hasTransferEncoding, coding.count == 7, coding.isNamed("chunked") else { return false }
            hasTransferEncoding = true
        case 10 where line.isNamed("connection"):
            willClose = willClose || Self.saysClose(UnsafeRawBufferPointer(rebasing: line[11...]))
        default: break
        }
        return true
    }

    private static func number(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var (number, digits) = (0, 0)
        var isAtEnd = false
        for byte in bytes {
            switch byte {
            case 0x30...0x39 where !isAtEnd && digits < 18:
                number = number * 10 + Int(byte - 0x30)
                digits += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): isAtEnd = digits > 0
            default: return nil
            }
        }
        return digits > 0 ? number : nil
    }

    private static func saysClose(_ options: UnsafeRawBufferPointer) -> Bool {
        let close: StaticString = "close"
        // The number of letters of the word that the option matches so far; -1 after a mismatch.
        var matched = 0
        for byte in options where byte > 0x20 {
            if byte == UInt8(ascii: ",") {
                if matched == close.utf8CodeUnitCount { return true }
                matched = 0
            } else if matched >= 0, matched < close.utf8CodeUnitCount, byte | 0x20 == close.utf8Start[matched] {
                matched += 1
            } else {
                matched = -1
            }
        }
        return matched == close.utf8CodeUnitCount
    }
}
