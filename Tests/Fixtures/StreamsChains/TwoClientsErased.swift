// Limit: 2 s
import Auth0

func chain(_ authentication: any Authentication, _ users: any Users) {
    let chain = authentication.login(usernameOrEmail: "a", password: "b", realmOrConnection: "c").publisher()
        .eraseFailure()
        .flatMap { authentication.userInfo(withAccessToken: $0.accessToken).publisher().eraseFailure() }
        .flatMap { users.get($0.sub).publisher().eraseFailure() }
        .map { $0.count }
    _ = chain
}
