// Limit: 1 s
import Auth0

func chain(_ authentication: any Authentication) {
    let chain = authentication.login(usernameOrEmail: "a", password: "b", realmOrConnection: "c").start()
        .map { $0.accessToken.count + 1 }
        .map { $0 + 1 }
        .filter { $0 > 3 }
        .map { $0 + 1 }
        .filter { $0 > 3 }
        .map { $0 + 1 }
        .filter { $0 > 3 }
        .map { $0 + 1 }
        .filter { $0 > 3 }
        .map { $0 + 1 }
    _ = chain
}
