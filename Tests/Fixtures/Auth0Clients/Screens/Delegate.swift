import Auth0
import Foundation

/// A delegate of an older app, on no actor.
protocol SessionDelegate: AnyObject {
    func session(_ session: Session, didChange credentials: Credentials?)
    func session(_ session: Session, didFail error: Error)
}

class Session {
    weak var delegate: SessionDelegate?
    private(set) var credentials: Credentials?
    private var renewals = 0
    private let authentication = Auth0.authentication()

    func logIn(email: String, code: String, completion: @escaping (Result<Credentials, Error>) -> Void) {
        var attempts = 0
        authentication.login(email: email, code: code).start { result in
            attempts += 1
            switch result {
            case .success(let credentials):
                self.credentials = credentials
                self.delegate?.session(self, didChange: credentials)
                completion(.success(credentials))
            case .failure(let error):
                self.delegate?.session(self, didFail: error)
                completion(.failure(error))
            }
        }
    }

    func renew(_ completion: ((Bool) -> Void)? = nil) {
        guard let token = credentials?.refreshToken else { return }
        authentication.renew(withRefreshToken: token).start { [weak self] result in
            guard let self = self else { return }
            self.renewals += 1
            self.credentials = try? result.get()
            completion?(self.credentials != nil)
        }
    }
}
