import Glibc

/// A secret that a test searches in the memory of its process, which a core file would contain.
///
/// It is kept masked, so that the search does not find itself.
package struct MaskedBytes: Sendable {
    private static let mask: UInt8 = 0xA5
    /// The allocator overwrites the first bytes of freed memory: each piece is searched for itself.
    private static let pieceCount = 16

    private let pieces: [[UInt8]]

    /// Masks a secret of at least 16 bytes; fewer would be found by chance.
    package init(_ secret: UnsafeRawBufferPointer) {
        pieces = stride(from: 0, through: secret.count - Self.pieceCount, by: Self.pieceCount).map { start in
            secret[start..<start + Self.pieceCount].map { $0 ^ Self.mask }
        }
    }

    /// Counts the occurrences in all memory that this process can write: the heap, the stacks and variables.
    ///
    /// Numbers of OpenSSL, which begin with the least significant byte, count as well.
    ///
    /// - Returns: The number of the piece that occurs most; `nil` if the memory cannot be read.
    package func occurrences() -> Int? {
        let memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
        guard memory >= 0, !pieces.isEmpty else { return nil }
        defer { close(memory) }
        let size = 1 << 20
        let length = size + Self.pieceCount - 1
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: length, alignment: 16)
        defer { buffer.deallocate() }
        var counts = pieces.map { _ in 0 }
        for region in Self.regions {
            for start in stride(from: region.lowerBound, to: region.upperBound, by: size) {
                let read = pread(memory, buffer, min(length, region.upperBound - start), start)
                guard read > 0 else { continue }
                let bytes = UnsafeRawBufferPointer(start: buffer, count: read)
                for (index, piece) in pieces.enumerated() {
                    counts[index] += Self.count(piece, in: bytes) + Self.count(piece.reversed(), in: bytes)
                }
                // Copies of the memory that was read must not be found in a later region.
                explicit_bzero(buffer, read)
            }
        }
        return counts.max()
    }

    /// Counts the occurrences in a file, such as a core dump.
    ///
    /// - Parameter file: The path of the file.
    /// - Returns: The number of the piece that occurs most; `nil` if the file cannot be read.
    package func occurrences(in file: String) -> Int? {
        let opened = open(file, O_RDONLY | O_CLOEXEC)
        guard opened >= 0, !pieces.isEmpty else { return nil }
        defer { close(opened) }
        let size = 1 << 20
        let length = size + Self.pieceCount - 1
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: length, alignment: 16)
        defer { buffer.deallocate() }
        defer { explicit_bzero(buffer, length) }
        var (counts, start) = (pieces.map { _ in 0 }, 0)
        while case let read = pread(opened, buffer, length, start), read > 0 {
            let bytes = UnsafeRawBufferPointer(start: buffer, count: read)
            for (index, piece) in pieces.enumerated() {
                counts[index] += Self.count(piece, in: bytes) + Self.count(piece.reversed(), in: bytes)
            }
            start += size
        }
        return counts.max()
    }

    private static func count(_ masked: [UInt8], in bytes: UnsafeRawBufferPointer) -> Int {
        guard let start = bytes.baseAddress else { return 0 }
        // Decides nearly all places; comparing the elements of an array takes fifty times as long without optimisation.
        let head = masked.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
        let masks = UInt64(mask) &* 0x0101_0101_0101_0101
        var (count, offset) = (0, 0)
        while offset + masked.count <= bytes.count,
            let found = memchr(start + offset, Int32(masked[0] ^ mask), bytes.count - masked.count + 1 - offset)
        {
            offset = UnsafeRawPointer(found) - start
            if start.loadUnaligned(fromByteOffset: offset, as: UInt64.self) ^ masks == head,
                masked.indices.allSatisfy({ bytes[offset + $0] == masked[$0] ^ mask })
            {
                count += 1
            }
            offset += 1
        }
        return count
    }

    /// The regions of memory that this process can read and write.
    private static var regions: [Range<Int>] {
        guard let file = fopen("/proc/self/maps", "re") else { return [] }
        defer { fclose(file) }
        var (regions, line): ([Range<Int>], [CChar]) = ([], [CChar](repeating: 0, count: 4_096))
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let words = text.split(separator: " ")
            guard words.count > 1, words[1].hasPrefix("rw") else { continue }
            let ends = words[0].split(separator: "-").compactMap { Int($0, radix: 16) }
            if ends.count == 2 { regions.append(ends[0]..<ends[1]) }
        }
        return regions
    }
}
