import Auth0
import Foundation
import Glibc
import OpenID
import ProgramRunner
import SecretStorage
import TenantEmulator
import Testing

/// Processes that end before each call that changes a file, and processes that stop.
@Suite(.timeLimit(.minutes(30))) struct KillPointTests {
    /// The first calls of a manager after a kill do not wait: a lock that the killed process had left would make them
    /// fail.
    private func record(of login: KeptLogin) -> (isValid: Bool, canRenew: Bool) {
        let impatient = FileStore(directory: login.folder.path + "/secrets", lockTimeout: .zero)
        let manager = login.manager(store: impatient)
        return (manager.hasValid(), manager.canRenew())
    }

    /// Runs a task with a kill before its first call, its second, and so on, until it ends by itself.
    ///
    /// - Returns: The number of kills.
    private func kills(_ task: String, _ check: (KeptLogin) async throws -> Void) async throws -> Int {
        let login = try await KeptLogin()
        var step = 0
        while true {
            step += 1
            let fresh = login.withNewFolder()
            try await fresh.manager().save(fresh.credentials)
            let status = try await fresh.run(task, step)
            #expect(status == 0 || status == 128 + SIGKILL)
            try await check(fresh)
            if status != 128 + SIGKILL { return step - 1 }
        }
    }

    @Test func `C4 the first login is stored whole or not at all`() async throws {
        let login = try await KeptLogin()
        var step = 0
        var status = 128 + SIGKILL
        while status == 128 + SIGKILL {
            step += 1
            let fresh = login.withNewFolder()
            status = try await fresh.run("save-killed", step)
            let isStored = record(of: fresh).isValid
            #expect(status != 0 || isStored)
            #expect(fresh.manager().store(credentials: login.credentials))
            #expect(try await fresh.manager().credentials() == login.credentials)
        }
        #expect(status == 0 && step > 10)
    }

    @Test func `C4 a new login replaces the old one whole or not at all`() async throws {
        let count = try await kills("save-killed") { login in
            #expect(record(of: login).isValid)
            let token = try await login.manager().credentials().accessToken
            #expect([login.credentials.accessToken, "NEW"].contains(token))
            try await login.manager().save(login.credentials)
        }
        #expect(count >= 4)
    }

    @Test func `C4 a login is removed whole or not at all`() async throws {
        let count = try await kills("remove-killed") { login in
            let (isValid, canRenew) = record(of: login)
            #expect(isValid == canRenew)
            try await login.manager().save(login.credentials)
            #expect(try await login.manager().credentials() == login.credentials)
        }
        #expect(count >= 2)
    }

    @Test func `C6 a renewal without overlap ends with a new token, or says that it was interrupted`() async throws {
        let tenant = try await KeptLogin()
        var (step, renewals, interruptions) = (0, 0, 0)
        var status = 128 + SIGKILL
        while status == 128 + SIGKILL {
            step += 1
            let login = try await tenant.withNewLogin()
            try await login.manager().save(login.credentials)
            status = try await login.run("renew-killed", step)
            #expect(record(of: login) == (isValid: true, canRenew: true))

            let next = login.manager()
            do {
                #expect(try await next.renew().accessToken != login.credentials.accessToken)
                renewals += 1
            } catch CredentialsManagerError.renewalInterrupted {
                #expect(try await next.credentials().accessToken == login.credentials.accessToken)
                #expect(!next.canRenew())
                interruptions += 1
            }
        }
        // Interrupted are the kills after the request and before the new file has its name, and no others.
        #expect(status == 0 && interruptions > 0 && renewals > interruptions)
        #expect(tenant.tenant.counters.refreshTokenReuses == interruptions)
    }

    @Test func `C3 calls wait for a process that is stopped during its request, and continue after it`() async throws {
        let login = try await KeptLogin()
        try await login.manager().save(login.expired)
        login.tenant.faults.set(.holdResponse, on: "/oauth/token", grant: "refresh_token", times: 1)
        async let status = login.run("renew")
        _ = try await login.tenant.nextRequest(matching: "/oauth/token")
        let process = try #require(Self.process(with: login.folder.path))
        kill(process, SIGSTOP)
        login.tenant.faults.release()

        let waiter = login.manager { $0.lockTimeout = .milliseconds(50) }
        let error = await #expect(throws: CredentialsManagerError.self) { try await waiter.credentials() }
        #expect(error == .lockTimeout && login.tokenRequests == 1)
        async let patient = login.manager().credentials()
        kill(process, SIGCONT)

        #expect(try await patient.accessToken != login.credentials.accessToken)
        #expect(try await waiter.credentials() == patient)
        #expect(try await status == 0 && login.tokenRequests == 1)
    }

    @Test func `C5 tokens that a full disk refuses are stored later, without a further call`() async throws {
        let login = try await KeptLogin()
        try await login.manager().save(login.expired)

        #expect(try await login.run("full-disk") == 0)

        #expect(try await login.manager().renew().accessToken != login.credentials.accessToken)
        #expect(login.tokenRequests == 2 && login.tenant.counters.refreshTokenReuses == 0)
    }

    /// The process that has a word among its arguments.
    private static func process(with word: String) -> pid_t? {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.compactMap { pid_t($0) }.first { process in
            guard process != getpid(), let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline")
            else {
                return false
            }
            return String(decoding: line, as: UTF8.self).contains(word)
        }
    }
}
