import Auth0
import Dispatch
import Streams

var cancellables: Set<AnyCancellable> = []
let done = DispatchSemaphore(value: 0)

Auth0
    .authentication()
    .login(
        usernameOrEmail: "john@example.com", password: "Sesame-2026!",
        realmOrConnection: "Username-Password-Authentication"
    )
    .publisher()
    .flatMap { Auth0.authentication().userInfo(withAccessToken: $0.accessToken).publisher() }
    .sink(
        receiveCompletion: { completion in
            if case .failure(let error) = completion { print("Failed with: \(error)") }
            done.signal()
        },
        receiveValue: { profile in print("Hello, \(profile.name ?? profile.sub)") }
    )
    .store(in: &cancellables)

done.wait()
