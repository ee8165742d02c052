import Glibc

/// A child process that was forked without starting a program.
package enum Fork {
    /// Forks, and calls a closure in the child, which ends with it.
    ///
    /// - Parameter body: The closure; of a process with many threads hardly anything works in a forked child.
    /// - Returns: The result of `body`; a signal's number plus 128; -1 if nothing was forked.
    package static func status(_ body: () -> Int32) -> Int32 {
        let child = begin()
        guard child >= 0 else { return -1 }
        if child == 0 { _exit(body()) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
    }

    /// Forks, and returns in both processes.
    ///
    /// - Returns: 0 in the child, its identifier in the parent; -1 if nothing was forked.
    package static func begin() -> Int32 {
        // Swift hides `fork`, because few calls are allowed after it.
        typealias Fork = @convention(c) () -> pid_t
        guard let symbol = dlsym(nil, "fork") else { return -1 }
        return unsafeBitCast(symbol, to: Fork.self)()
    }
}
