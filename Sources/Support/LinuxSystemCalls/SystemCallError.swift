import LinuxCLibrary

package struct SystemCallError: Error, CustomStringConvertible {
    /// The error number, a value of `errno`.
    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    package init() { self.init(errno) }

    package var description: String { String(cString: strerror(number)) }
}
