import LinuxCLibrary

/// The standard input, output and error of a program.
package enum StandardDescriptors {
    /// Fills the place of each one that is closed, so that no file or socket gets its number. Writes to it fail.
    package static func reserve() {
        // A new descriptor has the lowest free number.
        for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 { _ = open("/dev/null", O_RDONLY) }
    }

    /// Writes what `print` has buffered; returns the reason of a failure, for a line of the program, `nil` on success.
    package static func flush() -> String? {
        fflush(nil) == 0 ? nil : "the output could not be written: \(String(cString: strerror(errno)))"
    }
}
