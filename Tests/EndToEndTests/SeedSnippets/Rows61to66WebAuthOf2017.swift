import Auth0
import Foundation
import SecretStorage
import TenantEmulator
import Testing

/// The SDK's logins of 2017, which all use callbacks.
@Suite struct WebAuthOf2017Rows {
    @Test func `rows 61 to 63, 65 and 66 the logins of 2017, as printed`() async {
        await #expect(processExitsWith: .success) {
            let seed = try SeedBrowser.open()
            let (clientId, domain) = (seed.tenant.clientID, seed.tenant.domain)

            let profile: UserInfo? = await called { done in
                Auth0
                    .webAuth(clientId: clientId, domain: domain)
                    .scope("openid token profile")
                    .start { result in
                        switch result {
                        case .success(let credentials):
                            Auth0
                                .authentication(clientId: clientId, domain: domain)
                                .userInfo(withAccessToken: credentials.accessToken)
                                .start { result in
                                    switch result {
                                    case .success(let profile): done(profile)
                                    case .failure(let error):
                                        print("Failed with \(error)")
                                        done(nil)
                                    }
                                }
                        case .failure(let error):
                            print("Failed with \(error)")
                            done(nil)
                        }
                    }
            }
            #expect(profile?.name == "John Appleseed")
            #expect(seed.parameters["scope"] == "openid token profile")

            let first: Credentials? = await called { done in
                Auth0
                    .webAuth()
                    .audience("\(domain)/userinfo")
                    .start {
                        switch $0 {
                        case .failure(let error):
                            // Handle the error
                            print("Error: \(error)")
                            done(nil)
                        case .success(let credentials):
                            // Do something with credentials e.g.: save them.
                            // Auth0 will automatically dismiss the hosted login page
                            print("Credentials: \(credentials)")
                            done(credentials)
                        }
                    }
            }
            #expect(first?.accessToken.isEmpty == false)

            let second: Credentials? = await called { done in
                Auth0
                    .webAuth()
                    .scope("openid profile offline_access")
                    .start {
                        switch $0 {
                        case .failure(let error):
                            print("Error: \(error)")
                            done(nil)
                        case .success(let credentials): done(credentials)
                        }
                    }
            }
            #expect(second?.refreshToken?.isEmpty == false)

            // {YOUR_BUNDLE_IDENTIFIER}://{YOUR_AUTH0_DOMAIN}/ios/{YOUR_BUNDLE_IDENTIFIER}/callback, `linux` for `ios`.
            _ = try await Auth0.webAuth().provider(WebAuthentication.safariProvider()).start()
            let bundle = ApplicationID.default
            #expect(seed.parameters["redirect_uri"] == "\(bundle)://127.0.0.1/linux/\(bundle)/callback")
        }
    }
}
