import Auth0

@main
struct Notes {
    static func main() async {
        do {
            let credentials = try await logIn()
            print("Logged in: \(credentials)")
        } catch let error as WebAuthError where error == .userCancelled {
            print("You did not log in")
        } catch {
            print("Failed with: \(error)")
        }
    }

    static func logIn() async throws -> Credentials {
        try await Auth0.webAuth().scope("openid profile offline_access").start()
    }
}
