extension CannedTenant {
    /// The endpoint of a request.
    public struct Endpoint: Sendable, Hashable, CustomStringConvertible {
        private let method: String?
        private let path: String
        private let grantType: String?

        /// Creates an endpoint.
        ///
        /// - Parameters:
        ///   - method: The request method, such as `GET`; `nil`, the default, for every method.
        ///   - path: The path, which begins with a slash; a segment `*` matches any segment.
        ///   - grantType: The `grant_type` of the request; `nil`, the default, for any or none.
        public init(_ method: String? = nil, path: String, grantType: String? = nil) {
            (self.method, self.path, self.grantType) = (method, path, grantType)
        }

        /// The token endpoint, with any grant.
        public static let token = Endpoint("POST", path: "/oauth/token")

        /// The token endpoint, with one grant.
        ///
        /// - Parameter grantType: The `grant_type`, such as `refresh_token`.
        /// - Returns: The endpoint; a response for it precedes one for ``token`` if it is set later.
        public static func token(grantType: String) -> Endpoint {
            Endpoint("POST", path: "/oauth/token", grantType: grantType)
        }

        /// The revocation endpoint.
        public static let revocation = Endpoint("POST", path: "/oauth/revoke")
        /// The endpoint of pushed authorization requests.
        public static let pushedAuthorization = Endpoint("POST", path: "/oauth/par")
        /// The endpoint of device codes.
        public static let deviceCode = Endpoint("POST", path: "/oauth/device/code")
        /// The profile of the user.
        public static let userInfo = Endpoint("GET", path: "/userinfo")
        /// The sign-up of a database connection.
        public static let signup = Endpoint("POST", path: "/dbconnections/signup")
        /// The password reset of a database connection.
        public static let passwordReset = Endpoint("POST", path: "/dbconnections/change_password")
        /// The start of a passwordless login.
        public static let passwordlessStart = Endpoint("POST", path: "/passwordless/start")
        /// The authenticators of a user who has to prove a second factor.
        public static let authenticators = Endpoint("GET", path: "/mfa/authenticators")
        /// The enrollment of a second factor.
        public static let factorEnrollment = Endpoint("POST", path: "/mfa/associate")
        /// The challenge of a second factor.
        public static let factorChallenge = Endpoint("POST", path: "/mfa/challenge")
        /// The challenge of a login with a passkey.
        public static let passkeyChallenge = Endpoint("POST", path: "/passkey/challenge")
        /// The challenge of a sign-up with a passkey.
        public static let passkeyRegistration = Endpoint("POST", path: "/passkey/register")
        /// A user of the Management API.
        public static let user = Endpoint(path: "/api/v2/users/*")
        /// The authentication methods of the My Account API.
        public static let authenticationMethods = Endpoint(path: "/me/v1/authentication-methods")
        /// One authentication method of the My Account API.
        public static let authenticationMethod = Endpoint(path: "/me/v1/authentication-methods/*")
        /// The key set of the tenant.
        public static let keySet = Endpoint("GET", path: "/.well-known/jwks.json")
        /// The metadata of the tenant.
        public static let metadata = Endpoint("GET", path: "/.well-known/openid-configuration")

        /// The method, the path and the grant type.
        public var description: String {
            [method, path, grantType.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ")
        }

        /// Returns whether a request is sent to this endpoint.
        func matches(_ request: RecordedRequest) -> Bool {
            guard method == nil || method == request.method else { return false }
            guard grantType == nil || grantType == request.parameter(named: "grant_type") else { return false }
            let (pattern, segments) = (path.split(separator: "/"), request.path.split(separator: "/"))
            return pattern.count == segments.count && zip(pattern, segments).allSatisfy { $0 == "*" || $0 == $1 }
        }
    }
}
