/// A virtual display; it ends with the process that started it.
package struct VirtualDisplay: Sendable {
    /// For the variable `DISPLAY`.
    package let name: String
    private let program: LeashedProgram

    /// Starts an X server with a free display number.
    package static func start() async throws -> VirtualDisplay {
        let (program, number) = try await LeashedProgram.start(
            "Xvfb -displayfd 1 -screen 0 1000x900x24 -nolisten tcp", ready: number)
        return VirtualDisplay(name: ":\(number)", program: program)
    }

    /// Ends the server.
    package func stop() { program.stop() }

    /// The line that consists of a number; others are warnings.
    @Sendable private static func number(in said: String) -> Int? {
        said.split(separator: "\n", omittingEmptySubsequences: false).dropLast().lazy.compactMap { Int($0) }.first
    }
}
