/// The command `signup`, which signs a user up in a browser and logs them in.
struct Signup: Command {
    static let name = "signup"
    static let summary = "sign up in a browser, and log in"
    static let options = Login.options.filter { $0.name != "--device" }

    private let login: Login

    init(_ arguments: Arguments) throws(Failure) {
        login = try Login(arguments, isForDevice: false, wantsSignup: true)
    }

    func run(_ context: Context) async throws { try await login.run(context) }
}
