import Auth0
import Foundation
import FoundationNetworking
import ProgramRunner
import SecretStorage
import SimpleKeychain
import Streams
import TenantEmulator
import Testing

/// The documents' calls of the Credentials Manager, with the tenant that the environment names.
@Suite struct CredentialsManagerRows {
    private let folder = TemporaryFolder()

    /// As the documents make it, but for the place: tests do not share one.
    private var credentialsManager: CredentialsManager {
        CredentialsManager(
            authentication: Auth0.authentication(),
            storage: SimpleKeychain(service: "tests", store: FileStore(directory: folder.path + "/s")))
    }

    private func loggedIn() async throws -> (manager: CredentialsManager, credentials: Credentials) {
        let credentials = try await SeedTenant.newCredentials()
        let credentialsManager = credentialsManager
        let didStore = credentialsManager.store(credentials: credentials)
        #expect(didStore)
        return (credentialsManager, credentials)
    }

    @Test func `row 18 a manager in the sealed files of the program`() async throws {
        _ = SeedTenant.tenant
        let credentialsManager = CredentialsManager(authentication: Auth0.authentication())
        let retrying = CredentialsManager(authentication: Auth0.authentication(), storeKey: "key", maxRetries: 2)

        #expect("\(credentialsManager)".contains("credentials") && "\(retrying)".contains("key"))
    }

    @Test func `row 19, 20, 23, 24 store, look, clear`() async throws {
        guard !credentialsManager.canRenew() else { return #expect(Bool(false)) }
        guard !credentialsManager.hasValid() else { return #expect(Bool(false)) }
        let (credentialsManager, credentials) = try await loggedIn()

        guard credentialsManager.canRenew() else { return #expect(Bool(false)) }
        guard credentialsManager.hasValid() else { return #expect(Bool(false)) }
        let user = credentialsManager.user
        #expect(user?.sub.hasPrefix("auth0|") == true)
        #expect(try credentialsManager.userProfile()?.sub == user?.sub)
        #expect(try await credentialsManager.credentials() == credentials)

        let didClear = credentialsManager.clear()
        #expect(didClear && credentialsManager.user == nil)
    }

    @Test func `row 21 callback`() async throws {
        let (credentialsManager, credentials) = try await loggedIn()

        let obtained: Credentials? = await called { done in
            credentialsManager.credentials { result in
                switch result {
                case .success(let credentials): done(credentials)
                case .failure(let error):
                    print("Failed with: \(error)")
                    done(nil)
                }
            }
        }

        #expect(obtained == credentials)
    }

    @Test func `row 21 async`() async throws {
        let (credentialsManager, stored) = try await loggedIn()

        let credentials = try await credentialsManager.credentials()

        #expect(credentials == stored)
    }

    @Test func `row 21 publisher`() async throws {
        let (credentialsManager, credentials) = try await loggedIn()
        var cancellables = Set<AnyCancellable>()
        let notebook = Notebook<Credentials, CredentialsManagerError>()

        credentialsManager
            .credentials()
            .sink(receiveCompletion: { notebook.note($0) }, receiveValue: { notebook.note($0) })
            .store(in: &cancellables)

        #expect(await notebook.seen()?.only == credentials)
    }

    @Test func `row 22 callback`() async throws {
        let (credentialsManager, credentials) = try await loggedIn()

        let renewed: Credentials? = await called { done in
            credentialsManager.renew { result in
                if case .success(let credentials) = result { done(credentials) } else { done(nil) }
            }
        }

        #expect(renewed != nil && renewed?.refreshToken != credentials.refreshToken)
    }

    @Test func `row 22 async`() async throws {
        let (credentialsManager, stored) = try await loggedIn()

        let credentials = try await credentialsManager.renew()

        #expect(credentials.accessToken != stored.accessToken)
    }

    @Test func `row 22 publisher`() async throws {
        let (credentialsManager, credentials) = try await loggedIn()
        var cancellables = Set<AnyCancellable>()
        let notebook = Notebook<Credentials, CredentialsManagerError>()

        credentialsManager
            .renew()
            .sink(receiveCompletion: { notebook.note($0) }, receiveValue: { notebook.note($0) })
            .store(in: &cancellables)

        let renewed = await notebook.seen()?.only
        #expect(renewed != nil && renewed != credentials)
    }

    @Test func `row 25, 26 biometrics on a constant`() {
        let credentialsManager = credentialsManager
        credentialsManager.enableBiometrics(withTitle: "Unlock with Face ID")
        credentialsManager.enableBiometrics(
            withTitle: "Unlock with Face ID or passcode", evaluationPolicy: .deviceOwnerAuthentication)

        #expect(!credentialsManager.isBiometricSessionValid())
    }

    @Test func `row 27 callback, async, publisher`() async throws {
        let (credentialsManager, _) = try await loggedIn()
        let audience = "\(SeedTenant.tenant.domain)/me/"
        let scope = "create:me:authentication_methods"
        var cancellables = Set<AnyCancellable>()
        let notebook = Notebook<APICredentials, CredentialsManagerError>()

        let called: APICredentials? = await called { done in
            credentialsManager.apiCredentials(forAudience: audience, scope: scope) { result in
                switch result {
                case .success(let apiCredentials): done(apiCredentials)
                case .failure(let error):
                    print("Failed with: \(error)")
                    done(nil)
                }
            }
        }
        let awaited = try await credentialsManager.apiCredentials(forAudience: audience, scope: scope)
        credentialsManager
            .apiCredentials(forAudience: audience, scope: scope)
            .sink(receiveCompletion: { notebook.note($0) }, receiveValue: { notebook.note($0) })
            .store(in: &cancellables)

        #expect(called == awaited)
        #expect(await notebook.seen()?.only == awaited)
        #expect(awaited.scope.contains(scope))
    }

    @Test func `row 28, 29 callback, async, publisher, and the cookie`() async throws {
        let (credentialsManager, _) = try await loggedIn()
        var cancellables = Set<AnyCancellable>()
        let notebook = Notebook<SSOCredentials, CredentialsManagerError>()

        let called: SSOCredentials? = await called { done in
            credentialsManager.ssoCredentials { result in
                if case .success(let ssoCredentials) = result { done(ssoCredentials) } else { done(nil) }
            }
        }
        let awaited = try await credentialsManager.ssoCredentials()
        credentialsManager
            .ssoCredentials()
            .sink(receiveCompletion: { notebook.note($0) }, receiveValue: { notebook.note($0) })
            .store(in: &cancellables)
        let published = await notebook.seen()?.only

        let tokens = [called, awaited, published].compactMap { $0?.sessionTransferToken }
        #expect(Set(tokens).count == 3)
        let cookie = HTTPCookie(properties: [
            .domain: "tenant.example.com", .path: "/", .name: "auth0_session_transfer_token",
            .value: awaited.sessionTransferToken, .expires: awaited.expiresIn, .secure: true,
        ])
        #expect(cookie?.value == awaited.sessionTransferToken)
        #expect(credentialsManager.canRenew())
    }

    @Test func `row 30 errors are told apart by case, and have a cause`() async throws {
        _ = SeedTenant.tenant
        do {
            _ = try await credentialsManager.credentials()
            Issue.record("there are no credentials")
        } catch let error as CredentialsManagerError {
            switch error {
            case .noCredentials: #expect(error.cause == nil)
            case .renewFailed, .storeFailed, .largeMinTTL: Issue.record("\(error)")
            default: Issue.record("\(error)")
            }
        }
    }
}
