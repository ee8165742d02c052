import LinuxCLibrary

extension [UInt8] {
    /// Overwrites the bytes with zeros in a way that the compiler does not remove. Other references receive a copy
    /// first.
    package mutating func overwrite() {
        guard !isEmpty else { return }
        withUnsafeMutableBytes { bytes in
            if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
        }
    }
}
