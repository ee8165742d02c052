import LinuxSystemCalls

extension ProgramStart {
    /// Describes a program of the desktop, such as a browser: by its absolute path, in a new session, and without the
    /// variables of this SDK.
    ///
    /// - Parameter words: The program, searched in `PATH` unless it is an absolute path, and its arguments.
    /// - Throws: ``UserAgentError/Code/privileged`` in a set-user-ID program, and ``UserAgentError/Code/notFound`` when
    ///   there is no such program.
    init(ofDesktop words: [String]) throws(UserAgentError) {
        try UserAgentError.refusePrivileges()
        guard let path = ProgramSearch.path(of: words[0]) else { throw UserAgentError(.notFound, words[0]) }
        self.init([path] + words.dropFirst())
        environment = ProcessEnvironment.forOtherPrograms
        hasOwnSession = true
    }
}
