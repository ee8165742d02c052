public import FoundationEssentials
import OpenID
public import RequestPipeline

/// What the clients of the My Account API have in common.
public protocol MyAccountClient: SenderConstraining, Trackable, Loggable, Sendable {
    /// The access token of every request.
    var token: String { get }
    /// The base URL of the API: `<domain>/me/v1`.
    var url: URL { get }
}

extension MyAccountClient {
    /// No key: for doubles that are not about keys.
    public var dpop: DPoP? {
        get { nil }
        set {}  // Nobody to tell.
    }
}

/// A client of the My Account API, with which users manage how they log in.
///
/// Make one with ``myAccount(token:domain:session:)``.
public protocol MyAccount: MyAccountClient {
    /// The version of the API.
    static var apiVersion: String { get }
    /// How the user logs in: the methods that are enrolled, and the factors the tenant offers.
    ///
    /// It goes on with the telemetry and the logger that this client has now.
    var authenticationMethods: any MyAccountAuthenticationMethods { get }
}

extension MyAccount {
    /// The version of the API that this SDK speaks: `v1`.
    public static var apiVersion: String { "v1" }
}
