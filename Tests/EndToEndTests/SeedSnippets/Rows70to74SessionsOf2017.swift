import Auth0
import Foundation
import SecretStorage
import SimpleKeychain
import TenantEmulator
import Testing

/// The programs of the tutorial of 2017, which all use callbacks.
@Suite struct SessionRows {
    /// The tutorial has a `guard let` for the access token, too, which is not optional since version 2.
    @Test func `row 67 both tokens of a login are kept`() async throws {
        let credentials = try await SeedTenant.newCredentials()
        let keychain = A0SimpleKeychain(service: "Auth0", store: MemoryStore())

        guard let refreshToken = credentials.refreshToken else {
            Issue.record("no refresh token")
            return
        }
        let accessToken = credentials.accessToken
        keychain.setString(accessToken, forKey: "access_token")
        keychain.setString(refreshToken, forKey: "refresh_token")

        #expect(keychain.string(forKey: "access_token") == accessToken)
        #expect(keychain.string(forKey: "refresh_token") == refreshToken)
    }

    @Test func `row 70 the profile by a stored access token`() async throws {
        let accessToken = try await SeedTenant.newCredentials().accessToken

        let isValid = await called { done in
            Auth0
                .authentication()
                .userInfo(withAccessToken: accessToken)
                .start { result in
                    switch (result) {
                    case .success(let profile): done(!profile.sub.isEmpty)
                    case .failure: done(false)
                    }
                }
        }

        #expect(isValid)
    }

    @Test func `row 70 an expired access token`() async throws {
        _ = SeedTenant.tenant

        let error: AuthenticationError? = await called { done in
            Auth0.authentication().userInfo(withAccessToken: "stale").start { result in
                switch (result) {
                case .success: done(nil)
                case .failure(let error): done(error)
                }
            }
        }

        #expect(error?.statusCode == 401)
    }

    @Test func `row 71 a renewal with a scope`() async throws {
        guard let refreshToken = try await SeedTenant.newCredentials().refreshToken else {
            Issue.record("no refresh token")
            return
        }

        let credentials: Credentials? = await called { done in
            Auth0
                .authentication()
                .renew(withRefreshToken: refreshToken, scope: "openid profile offline_access")
                .start { result in
                    switch (result) {
                    case .success(let credentials): done(credentials)
                    case .failure(let error):
                        print("Error: \(error)")
                        done(nil)
                    }
                }
        }

        #expect(credentials?.scope?.contains("email") == false)
        let request = SeedTenant.tenant.journal.last { $0.text.contains(refreshToken) }
        #expect(request?.text.contains(#""scope":"openid profile offline_access""#) == true)
    }

    @Test func `row 72 the members of a profile`() async throws {
        _ = SeedTenant.tenant
        let credentials = try await Auth0.authentication().login(
            usernameOrEmail: "john@example.com", password: "Sesame-2026!", realmOrConnection: SeedTenant.connection
        ).start()

        let profile = try await Auth0.authentication().userInfo(withAccessToken: credentials.accessToken).start()

        guard let name = profile.name, let pictureURL = profile.picture else {
            Issue.record("no name or picture")
            return
        }
        #expect(name == "John Appleseed")
        #expect(pictureURL.host() == "cdn.auth0.com")
        let sub: String = profile.sub
        #expect(sub == "auth0|000000000000000000000001")
    }

    @Test func `rows 73 and 74 metadata by the ID token`() async throws {
        let credentials = try await SeedTenant.newCredentials()
        let profile = try await Auth0.authentication().userInfo(withAccessToken: credentials.accessToken).start()
        let idToken = credentials.idToken

        let isPatched = await called { done in
            Auth0
                .users(token: idToken)
                .patch(
                    profile.sub,
                    userMetadata: ["first_name": "John", "last_name": "Appleseed", "country": "Canada", "active": true]
                )
                .start { result in
                    switch result {
                    case .success(let ManagementObject):
                        done(ManagementObject["user_metadata"] != nil)
                    case .failure(let error):
                        print("Error: \(error)")
                        done(false)
                    }
                }
        }
        #expect(isPatched)

        let metadata: String? = await called { done in
            Auth0
                .users(token: idToken)
                .get(profile.sub, fields: ["user_metadata"], include: true)
                .start { result in
                    switch result {
                    case .success(let user):
                        guard let userMetadata = user["user_metadata"] as? [String: Any] else { return done(nil) }
                        let firstName = userMetadata["first_name"] as? String
                        let lastName = userMetadata["last_name"] as? String
                        let country = userMetadata["country"] as? String
                        let isActive = userMetadata["active"] as? Bool
                        done("\(firstName ?? "-") \(lastName ?? "-") \(country ?? "-") \(isActive ?? false)")
                    case .failure(let error):
                        print("Error: \(error)")
                        done(nil)
                    }
                }
        }
        #expect(metadata == "John Appleseed Canada true")

        let whole = try await Auth0.users(token: idToken).get(profile.sub, fields: []).start()
        #expect(whole["email"] as? String == profile.email)
    }
}
