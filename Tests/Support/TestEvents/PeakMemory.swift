import Glibc

/// The highest memory use of this process, for tests in a process of their own.
package enum PeakMemory {
    /// Measures how far the peak rises above the memory in use before a closure.
    ///
    /// - Parameter body: The closure.
    /// - Returns: The difference in bytes; `nil` if the kernel reports no peak.
    package static func rise(during body: () async throws -> Void) async rethrows -> Int? {
        // The kernel sets the peak to the memory in use now.
        if let file = fopen("/proc/self/clear_refs", "we") {
            fputs("5", file)
            fclose(file)
        }
        let before = peak
        try await body()
        guard let before, let after = peak else { return nil }
        return after - before
    }

    private static var peak: Int? {
        guard let file = fopen("/proc/self/status", "re") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard text.hasPrefix("VmHWM:") else { continue }
            return Int(text.filter(\.isNumber)).map { $0 << 10 }
        }
        return nil
    }
}
