// Error: requires the types 'AuthenticationError' and 'ManagementError' be equivalent
// Limit: 1 s
import Auth0

func chain(_ authentication: any Authentication, _ users: any Users) {
    let chain = authentication.login(usernameOrEmail: "a", password: "b", realmOrConnection: "c").publisher()
        .flatMap { authentication.userInfo(withAccessToken: $0.accessToken).publisher() }
        .flatMap { users.get($0.sub).publisher() }
        .map { $0.count }
    _ = chain
}
