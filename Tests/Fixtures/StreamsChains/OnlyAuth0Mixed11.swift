// Limit: 1 s
import Auth0

func chain(_ authentication: any Authentication) {
    let chain = authentication.login(usernameOrEmail: "a", password: "b", realmOrConnection: "c").start()
        .flatMap { authentication.userInfo(withAccessToken: $0.accessToken).publisher() }
        .map { $0.sub.count + 1 }
        .map { $0 + 1 }
        .removeDuplicates()
        .scan(0) { $0 + $1 }
        .compactMap { $0 > 3 ? $0 : nil }
        .filter { $0 % 2 == 0 }
        .handleEvents(receiveOutput: { _ in })
        .prefix(10)
        .map { $0 * 2 - 1 }
        .map { $0 - 1 }
    _ = chain
}
