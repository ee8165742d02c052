import Auth0
import Dispatch

let done = DispatchSemaphore(value: 0)

Auth0
    .authentication()
    .login(
        usernameOrEmail: "john@example.com", password: "Sesame-2026!",
        realmOrConnection: "Username-Password-Authentication"
    )
    .start { result in
        switch result {
        case .success(let credentials): print("Obtained credentials: \(credentials)")
        case .failure(let error) where error.isInvalidCredentials: print("Wrong name or password")
        case .failure(let error): print("Failed with: \(error)")
        }
        done.signal()
    }

done.wait()  // Callbacks come on a queue of the SDK, so a blocked main thread is no deadlock.
