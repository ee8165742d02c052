import Auth0
import Foundation
import Streams

// Top-level code of a script, in both modes.
let auth = Auth0.authentication(clientId: "c", domain: "tenant.example.com")
var bag: Set<AnyCancellable> = []

auth.login(usernameOrEmail: "a", password: "b", realmOrConnection: "r", scope: "openid").start { result in
    switch result {
    case .success(let credentials): print(credentials.accessToken)
    case .failure(let error): print(error)
    }
}

auth.userInfo(withAccessToken: "t").start()
    .map(\.sub)
    .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    .store(in: &bag)

do {
    let credentials: Credentials = try await auth.login(email: "e", code: "1").start()
    print(credentials)
    let user = try await auth.userInfo(withAccessToken: credentials.accessToken).start() as UserInfo
    print(user)
    // Here the compiler prefers the publisher, unless the type is written: `()` is nothing.
    let () = try await auth.resetPassword(email: "e", connection: "c").start()
    let () = try await Auth0.webAuth().clearSession()
} catch DPoPError.keychainOperationFailed {
    print("No key")
} catch {
    print("Failed with: \(error)")
}

let task = Task {
    try await auth.startPasswordless(email: "e").start()
    return try await auth.login(email: "e", code: "1").start()
}
_ = try? await task.value
Task { @MainActor in
    let c = try await Auth0.webAuth().audience("a").start()
    print(c)
}
