import LinuxCLibrary

/// The standard input, output and error of a program.
package enum StandardDescriptors {
    /// Fills the place of each one that is closed, so that no file or socket gets its number. Writes to it fail.
    package static func reserve() {
        // A new descriptor has the lowest free number.
        for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 { _ = open("/dev/null", O_RDONLY) }
    }

    /// Writes a text to standard output; returns the reason of a failure, for a line of the program, `nil` on success.
    ///
    /// The buffer of `print` drops a part that could not be written, so that writing the rest can succeed.
    package static func write(_ text: String) -> String? {
        do {
            try OpenFile.write(Array(text.utf8), to: STDOUT_FILENO)
            return nil
        } catch { return "the standard output could not be written: \(error): write it to another place" }
    }
}
