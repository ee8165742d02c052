import Auth0
import Foundation
import HTTPURLSession
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct URLSessionRows {
    @Test func `row 44 a URLSession takes the place of libcurl`() async throws {
        let credentials = try await SeedTenant.newCredentials()
        let customURLSession = URLSession(configuration: .ephemeral)

        let user = try await Auth0.authentication(session: customURLSession)
            .userInfo(withAccessToken: credentials.accessToken).start()

        #expect(!user.sub.isEmpty)
    }

    @Test func `row 54 a URLSession, and no token`() async throws {
        let (credentials, userID) = try await SeedTenant.newManager()
        let customURLSession = URLSession(configuration: .ephemeral)

        let user = try await Auth0.users(token: credentials.accessToken, session: customURLSession).get(userID).start()
        let error = await #expect(throws: ManagementError.self) {
            try await Auth0.users(session: customURLSession).get(userID).start()
        }

        #expect(user["user_id"] as? String == userID)
        #expect((error?.cause as? ConfigurationError)?.code == .missingToken)
    }
}
