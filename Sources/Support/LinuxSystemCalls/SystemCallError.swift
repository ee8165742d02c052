import LinuxCLibrary

/// A system call that failed.
package struct SystemCallError: Error, CustomStringConvertible {
    /// The error number, a value of `errno`.
    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    /// Creates the error of the last system call of this thread.
    package init() { self.init(errno) }

    /// The system's description of the error.
    package var description: String { String(cString: strerror(number)) }
}
