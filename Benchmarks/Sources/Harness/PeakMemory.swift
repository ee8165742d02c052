import Foundation

/// The highest memory use of this process.
public enum PeakMemory {
    /// Returns how far the peak rises above the memory in use before some work, in KiB.
    ///
    /// - Parameter work: The work.
    /// - Returns: The difference.
    /// - Throws: ``Skipped`` if the kernel reports no peak; otherwise the error of the work.
    public static func rise(during work: () async throws -> Void) async throws -> Double {
        // The kernel sets the peak to the memory in use now.
        guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { throw noPeak }
        try file.write(contentsOf: Data("5".utf8))
        try file.close()
        let before = try peak()
        try await work()
        return try peak() - before
    }

    private static func peak() throws -> Double {
        let status = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/status")).readToEnd() ?? Data()
        let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        guard let peak = line.flatMap({ Double($0.filter(\.isNumber)) }) else { throw noPeak }
        return peak
    }

    private static var noPeak: Skipped { Skipped("the kernel reports no peak of the memory") }
}
