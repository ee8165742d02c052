public import HTTPMessages
import LibcurlTransport

/// The scope that a login asks for when none is given.
public let defaultScope = "openid profile email"

/// A client of the Authentication API.
///
/// - Parameters:
///   - clientId: The client ID of the application.
///   - domain: The domain of the tenant: a host name, or an `https://` URL. Plain `http://` is for loopback addresses
///     such as `http://127.0.0.1:3000`. A domain that is neither makes every request fail with a
///     ``ConfigurationError``.
///   - session: Who sends the requests: libcurl, unless another transport is given.
/// - Returns: A client; nothing is sent before one of its requests is started.
public func authentication(
    clientId: String, domain: String, session: any Transport = CurlTransport.standard
) -> any Authentication {
    Auth0Authentication(.known(clientId: clientId, domain: domain), session)
}

/// A client of the Authentication API, configured by `Auth0.plist` or the environment.
///
/// - Parameter session: Who sends the requests: libcurl, unless another transport is given.
/// - Returns: A client. Without a configuration each of its requests fails with a ``ConfigurationError`` that says what is
///   missing.
public func authentication(session: any Transport = CurlTransport.standard) -> any Authentication {
    Auth0Authentication(.found, session)
}

/// A login, or a logout, in a browser.
///
/// - Parameters:
///   - clientId: The client ID of the application.
///   - domain: The domain of the tenant, as in ``authentication(clientId:domain:session:)``.
///   - session: Who sends the requests.
/// - Returns: A login; nothing happens before it is started.
public func webAuth(
    clientId: String, domain: String, session: any Transport = CurlTransport.standard
) -> any WebAuth {
    Auth0WebAuth(Auth0Authentication(.known(clientId: clientId, domain: domain), session))
}

/// A login, or a logout, in a browser, configured by `Auth0.plist` or the environment.
///
/// - Parameter session: Who sends the requests.
/// - Returns: A login; nothing happens before it is started.
public func webAuth(session: any Transport = CurlTransport.standard) -> any WebAuth {
    Auth0WebAuth(Auth0Authentication(.found, session))
}

/// The browser's part of a login that a server of yours has begun with a pushed authorization request.
///
/// - Parameters:
///   - clientId: The client ID of the application.
///   - domain: The domain of the tenant, as in ``authentication(clientId:domain:session:)``.
/// - Returns: A login; nothing happens before it is started.
public func authorizeWithRequestUri(clientId: String, domain: String) -> any PARAuth {
    Auth0PARAuth(Auth0Authentication(.known(clientId: clientId, domain: domain), CurlTransport.standard))
}

/// The browser's part of a login that a server of yours has begun, configured by `Auth0.plist` or the environment.
///
/// - Returns: A login; nothing happens before it is started.
public func authorizeWithRequestUri() -> any PARAuth {
    Auth0PARAuth(Auth0Authentication(.found, CurlTransport.standard))
}

/// A client of the Management API, as far as users may call it.
///
/// - Parameters:
///   - token: An access token for the audience `https://<domain>/api/v2/`.
///   - domain: The domain of the tenant, as in ``authentication(clientId:domain:session:)``.
///   - session: Who sends the requests.
/// - Returns: A client; nothing is sent before one of its requests is started.
public func users(
    token: String, domain: String, session: any Transport = CurlTransport.standard
) -> any Users {
    Auth0Users(token: token, .known(domain: domain), session)
}

/// A client of the Management API, configured by `Auth0.plist` or the environment.
///
/// - Parameters:
///   - token: An access token for the audience `https://<domain>/api/v2/`; without one every request fails.
///   - session: Who sends the requests.
/// - Returns: A client; nothing is sent before one of its requests is started.
public func users(token: String = "", session: any Transport = CurlTransport.standard) -> any Users {
    Auth0Users(token: token, .found, session)
}

/// A client of the My Account API.
///
/// - Parameters:
///   - token: An access token for the audience `https://<domain>/me/`.
///   - domain: The domain of the tenant, as in ``authentication(clientId:domain:session:)``.
///   - session: Who sends the requests.
/// - Returns: A client; nothing is sent before one of its requests is started.
public func myAccount(
    token: String, domain: String, session: any Transport = CurlTransport.standard
) -> any MyAccount {
    Auth0MyAccount(token: token, .known(domain: domain), session)
}

/// A client of the My Account API, configured by `Auth0.plist` or the environment.
///
/// - Parameters:
///   - token: An access token for the audience `https://<domain>/me/`.
///   - session: Who sends the requests.
/// - Returns: A client; nothing is sent before one of its requests is started.
public func myAccount(token: String, session: any Transport = CurlTransport.standard) -> any MyAccount {
    Auth0MyAccount(token: token, .found, session)
}

/// A client of the MFA API, for logins that need a second factor.
///
/// - Parameters:
///   - clientId: The client ID of the application.
///   - domain: The domain of the tenant, as in ``authentication(clientId:domain:session:)``.
///   - session: Who sends the requests.
/// - Returns: A client; nothing is sent before one of its requests is started.
public func mfa(
    clientId: String, domain: String, session: any Transport = CurlTransport.standard
) -> any MFAClient {
    Auth0MFAClient(.known(clientId: clientId, domain: domain), session)
}

/// A client of the MFA API, configured by `Auth0.plist` or the environment.
///
/// - Parameter session: Who sends the requests.
/// - Returns: A client; nothing is sent before one of its requests is started.
public func mfa(session: any Transport = CurlTransport.standard) -> any MFAClient { Auth0MFAClient(.found, session) }
