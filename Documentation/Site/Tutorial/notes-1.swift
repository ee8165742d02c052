import Auth0

@main
struct Notes {
    static func main() async throws {
        print("Hello")
    }
}
