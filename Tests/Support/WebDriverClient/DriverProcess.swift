/// The driver program; it ends with the process that started it, however that ends.
struct DriverProcess: Sendable {
    /// The port on loopback.
    let port: Int
    private let program: LeashedProgram

    static func start() async throws -> DriverProcess {
        let (program, port) = try await LeashedProgram.start("chromedriver --port=0", ready: port)
        return DriverProcess(port: port, program: program)
    }

    /// Ends the program.
    func stop() { program.stop() }

    /// The port in the line that the driver prints when it is ready.
    @Sendable private static func port(in said: String) -> Int? {
        let greeting = "was started successfully on port "
        guard let rest = said.firstRange(of: greeting).map({ said[$0.upperBound...] }), rest.contains("\n") else {
            return nil
        }
        return Int(rest.prefix(while: \.isNumber))
    }
}
