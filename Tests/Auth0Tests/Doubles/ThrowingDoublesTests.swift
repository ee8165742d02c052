import Auth0
import FoundationEssentials
import ProgramRunner
import RequestPipeline
import Streams
import Testing

/// A double whose throwing functions have the exact signatures of Auth0.swift, and its publishers another result.
private struct ThrowingWebAuth: WebAuthDouble {
    var error: (any Error)?

    func start() -> AnyPublisher<Credentials, WebAuthError> { Fail(error: .unknown).eraseToAnyPublisher() }
    func clearSession(federated: Bool) -> AnyPublisher<Void, WebAuthError> {
        Fail(error: .unknown).eraseToAnyPublisher()
    }

    func start() async throws -> Credentials {
        if let error { throw error }
        return Credentials(accessToken: "double")
    }

    func clearSession(federated: Bool) async throws {
        if let error { throw error }
    }
}

private struct ThrowingPARAuth: PARAuth, ClientDouble {
    var error: (any Error)?

    func sessionTransferToken(_ token: String) -> Self { self }
    func provider(_ provider: @escaping WebAuthProvider) -> Self { self }
    func useEphemeralSession() -> Self { self }
    func start(requestUri: String) -> AnyPublisher<AuthorizationCode, WebAuthError> {
        Fail(error: .unknown).eraseToAnyPublisher()
    }

    func start(requestUri: String) async throws -> AuthorizationCode {
        if let error { throw error }
        return AuthorizationCode(code: requestUri)
    }
}

private struct ThrowingValidator: RequestValidator {
    func validate() throws { throw AppError() }
}

@Suite struct ThrowingDoublesTests {
    @Test func `a login calls the throwing function of a double`() async throws {
        let client: any WebAuth = ThrowingWebAuth()
        let failing: any WebAuth = ThrowingWebAuth(error: WebAuthError.userCancelled)
        let foreign: any WebAuth = ThrowingWebAuth(error: AppError())

        #expect(try await client.scope("openid").start().accessToken == "double")
        #expect(try await client.result().get().accessToken == "double")
        await #expect(throws: WebAuthError.userCancelled) { try await failing.start() }
        await #expect(throws: WebAuthError.userCancelled) { try await failing.result().get() }
        await #expect(throws: AppError.self) { try await foreign.start() }
        let error = await #expect(throws: WebAuthError.other) { try await foreign.result().get() }
        #expect(error?.cause is AppError)
    }

    @Test func `a logout calls the throwing function of a double`() async throws {
        let client: any WebAuth = ThrowingWebAuth()
        let failing: any WebAuth = ThrowingWebAuth(error: AppError())

        try await client.clearSession(federated: true)
        try await client.clearSession()
        try await client.logout()
        await #expect(throws: AppError.self) { try await failing.clearSession(federated: true) }
        await #expect(throws: AppError.self) { try await failing.logout() }
    }

    @Test func `a login by a pushed request calls the throwing function of a double`() async throws {
        let client: any PARAuth = ThrowingPARAuth()
        let foreign: any PARAuth = ThrowingPARAuth(error: AppError())

        #expect(try await client.start(requestUri: "urn:x").code == "urn:x")
        #expect(try await client.result(requestUri: "urn:y").get().code == "urn:y")
        await #expect(throws: AppError.self) { try await foreign.start(requestUri: "urn:x") }
        let error = await #expect(throws: WebAuthError.other) { try await foreign.result(requestUri: "urn:x").get() }
        #expect(error?.cause is AppError)
    }

    @Test func `an error of a validator becomes the cause`() async throws {
        let request = Request<Void, AuthenticationError>(result: .success(())).requestValidators([ThrowingValidator()])

        let error = await #expect(throws: AuthenticationError.self) { try await request.start() }

        #expect(error?.cause is AppError)
    }
}
