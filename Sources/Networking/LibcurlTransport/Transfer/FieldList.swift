import CAuth0Curl
import HTTPMessages
import LinuxCLibrary

/// The header fields of a request as a linked list of libcurl.
struct FieldList: ~Copyable {
    private let text: UnsafeMutablePointer<CChar>
    /// The nodes of the list; valid as long as this value.
    let nodes: UnsafeMutablePointer<curl_slist>

    /// Writes the list for a request.
    init(_ request: TransportRequest) {
        var (bytes, count) = (0, 4)
        request.fields.forEachRawLine { line, _ in
            bytes += line.count + 2
            count += 1
        }
        text = .allocate(capacity: bytes)
        nodes = .allocate(capacity: count)

        var (end, index) = (0, 0)
        var (hasAccept, hasEncoding, hasType) = (false, false, false)
        request.fields.forEachRawLine { line, colon in
            nodes[index].data = text + end
            end += Self.write(line, colon, to: text + end)
            index += 1
            switch colon {
            case 6 where line.isNamed("accept"): hasAccept = true
            case 15 where line.isNamed("accept-encoding"): hasEncoding = true
            case 12 where line.isNamed("content-type"): hasType = true
            default: break
            }
        }
        // A name without a value makes libcurl omit the field that it would add by default.
        if !hasAccept { forbid("Accept:", at: &index) }
        if !hasEncoding { forbid("Accept-Encoding:", at: &index) }
        if !hasType { forbid("Content-Type:", at: &index) }
        forbid("Expect:", at: &index)
        for link in 0..<index { nodes[link].next = link + 1 < index ? nodes + link + 1 : nil }
    }

    deinit {
        text.deallocate()
        nodes.deallocate()
    }

    private func forbid(_ line: StaticString, at index: inout Int) {
        nodes[index].data = UnsafeMutableRawPointer(mutating: line.utf8Start).assumingMemoryBound(to: CChar.self)
        index += 1
    }

    /// Writes `Name: value`, or `Name;`, which is libcurl's syntax for an empty value, and returns the number of bytes.
    private static func write(
        _ line: UnsafeRawBufferPointer, _ colon: Int, to target: UnsafeMutablePointer<CChar>
    ) -> Int {
        guard let source = line.baseAddress else { return 0 }
        memcpy(target, source, colon)
        let valueCount = line.count - colon - 1
        guard valueCount > 0 else {
            target[colon] = CChar(UInt8(ascii: ";"))
            target[colon + 1] = 0
            return colon + 2
        }
        target[colon] = CChar(UInt8(ascii: ":"))
        target[colon + 1] = CChar(UInt8(ascii: " "))
        memcpy(target + colon + 2, source + colon + 1, valueCount)
        target[colon + 2 + valueCount] = 0
        return colon + 3 + valueCount
    }
}

extension UnsafeRawBufferPointer {
    /// Returns whether a field line begins with a name in lower case; the caller has compared the lengths.
    func isNamed(_ name: StaticString) -> Bool {
        guard count >= name.utf8CodeUnitCount else { return false }
        for index in 0..<name.utf8CodeUnitCount {
            let byte = self[index]
            guard ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) == name.utf8Start[index] else { return false }
        }
        return true
    }
}
