import Auth0
import Streams
import TenantEmulator
import Testing

@Suite struct UsersRows {
    @Test func `row 50 callback`() async throws {
        let (credentials, userID) = try await SeedTenant.newManager()

        let user: ManagementObject? = await called { done in
            Auth0
                .users(token: credentials.accessToken)
                .get(userID, fields: ["user_metadata"])
                .start { result in
                    switch result {
                    case .success(let user):
                        print("Obtained user: \(user)")
                        done(user)
                    case .failure(let error):
                        print("Failed with: \(error)")
                        done(nil)
                    }
                }
        }

        #expect(user != nil)
        #expect(user?["email"] == nil)
    }

    @Test func `row 50 async`() async throws {
        let (credentials, userID) = try await SeedTenant.newManager()

        let user = try await Auth0.users(token: credentials.accessToken).get(userID, fields: ["user_metadata"]).start()
        let rest = try await Auth0.users(token: credentials.accessToken)
            .get(userID, fields: ["user_metadata"], include: false).start()

        #expect(user["email"] == nil)
        #expect(rest["email"] as? String != nil)
        let paths = SeedTenant.tenant.journal.filter { $0.path.contains(userID.replacing("|", with: "%7C")) }
        #expect(paths.first?.query == "fields=user_metadata&include_fields=true")
    }

    @Test func `row 50 publisher`() async throws {
        let (credentials, userID) = try await SeedTenant.newManager()
        var cancellables = Set<AnyCancellable>()
        let notebook = Notebook<ManagementObject, ManagementError>()

        Auth0.users(token: credentials.accessToken).get(userID, fields: ["user_metadata"]).start()
            .sink(receiveCompletion: { notebook.note($0) }, receiveValue: { notebook.note($0) })
            .store(in: &cancellables)

        #expect(await notebook.seen()?.only != nil)
    }

    @Test func `row 51 callback`() async throws {
        let (credentials, userID) = try await SeedTenant.newManager()

        let user: ManagementObject? = await called { done in
            Auth0
                .users(token: credentials.accessToken)
                .patch(userID, userMetadata: ["first_name": "John", "last_name": "Appleseed"])
                .start { result in
                    switch result {
                    case .success(let user): done(user)
                    case .failure(let error):
                        print("Failed with: \(error)")
                        done(nil)
                    }
                }
        }

        let metadata = user?["user_metadata"] as? [String: Any]
        #expect(metadata?["first_name"] as? String == "John")
    }

    @Test func `row 51 async`() async throws {
        let (credentials, userID) = try await SeedTenant.newManager()
        let users = Auth0.users(token: credentials.accessToken)

        _ = try await users.patch(userID, userMetadata: ["a": "1", "bio": "two\nlines"]).start()
        let user = try await users.patch(userID, userMetadata: ["b": 2, "a": JSONNull()]).start()

        let metadata = user["user_metadata"] as? [String: Any]
        #expect(metadata?["a"] == nil)
        #expect(metadata?["b"] as? Int == 2)
        #expect(metadata?["bio"] as? String == "two\nlines")
    }

    @Test func `row 51 publisher`() async throws {
        let (credentials, userID) = try await SeedTenant.newManager()
        var cancellables = Set<AnyCancellable>()
        let notebook = Notebook<ManagementObject, ManagementError>()

        Auth0.users(token: credentials.accessToken)
            .patch(userID, userMetadata: ["first_name": "John", "last_name": "Appleseed"]).start()
            .sink(receiveCompletion: { notebook.note($0) }, receiveValue: { notebook.note($0) })
            .store(in: &cancellables)

        #expect(await notebook.seen()?.only?["user_metadata"] != nil)
    }

    @Test func `row 52 callback`() async throws {
        let (credentials, userID) = try await SeedTenant.newManager()
        let other = try await SeedTenant.newCredentials()

        let isLinked: Bool = await called { done in
            Auth0
                .users(token: credentials.accessToken)
                .link(userID, withOtherUserToken: other.idToken)
                .start { result in
                    switch result {
                    case .success: done(true)
                    case .failure(let error):
                        print("Failed with: \(error)")
                        done(false)
                    }
                }
        }

        #expect(isLinked)
    }

    @Test func `row 52 async, and unlink`() async throws {
        let (credentials, userID) = try await SeedTenant.newManager()
        let other = try await SeedTenant.newCredentials()
        let users = Auth0.users(token: credentials.accessToken)

        _ = try await users.link(userID, withOtherUserToken: other.idToken).start()
        let user = try await users.get(userID).start()

        let identities = try #require(user["identities"] as? [[String: any Sendable]])
        #expect(identities.count == 2)
        let linked = try #require(identities.last)
        let remaining = try await users.unlink(
            identityId: try #require(linked["user_id"] as? String),
            provider: try #require(linked["provider"] as? String), fromUserId: userID
        ).start()
        #expect(remaining.count == 1)
    }

    @Test func `row 52 publisher`() async throws {
        let (credentials, userID) = try await SeedTenant.newManager()
        let other = try await SeedTenant.newCredentials()
        var cancellables = Set<AnyCancellable>()
        let notebook = Notebook<Int, ManagementError>()

        Auth0.users(token: credentials.accessToken).link(userID, withOtherUserToken: other.idToken).start()
            .sink(receiveCompletion: { notebook.note($0) }, receiveValue: { _ in notebook.note(1) })
            .store(in: &cancellables)

        #expect(await notebook.seen()?.only == 1)
    }

    @Test func `row 53 parameters and headers are sent with the request`() async throws {
        let (credentials, userID) = try await SeedTenant.newManager()
        let users = Auth0.users(token: credentials.accessToken)

        _ = try? await users.patch(userID, userMetadata: ["a": "b"]).parameters(["key": "value 53"]).start()
        _ = try await users.patch(userID, userMetadata: ["a": "b"]).headers(["key": "header 53"]).start()

        #expect(SeedTenant.tenant.journal.contains { $0.text.contains(#""key":"value 53""#) })
        #expect(SeedTenant.tenant.journal.contains { $0.headers["key"] == "header 53" })
    }
}
