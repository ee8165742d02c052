/// The command `device`, which logs a user in with a code that they enter on another device.
struct Device: Command {
    static let name = "device"
    static let summary = "log in with a code on another device, as login --device"
    static let options = Login.options.filter { names.contains($0.name) }

    private static let names = ["--organization", "--audience", "--scope", "--json"]

    private let login: Login

    init(_ arguments: Arguments) throws(Failure) { login = try Login(arguments, isForDevice: true) }

    func run(_ context: Context) async throws { try await login.run(context) }
}
