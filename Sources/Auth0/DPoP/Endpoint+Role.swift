import RequestPipeline

extension Endpoint.Role {
    /// What an endpoint of Auth0's APIs is for, by its path.
    init(path: String) {
        switch path {
        case "oauth/token": self = .grant
        case "userinfo", "otp/challenge": self = .protectedResource
        default: self = path.hasPrefix("me/") ? .protectedResource : .other
        }
    }
}
