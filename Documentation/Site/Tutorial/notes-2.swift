import Auth0

@main
struct Notes {
    static func main() async throws {
        let credentials = try await Auth0.webAuth().scope("openid profile offline_access").start()
        print("Logged in: \(credentials)")
    }
}
