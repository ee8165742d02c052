public import HTTPMessages
import LibcurlTransport

/// The scope of a login that requests no other: ``ClientDefaults/scope``, which is `openid profile email`.
public var defaultScope: String { ClientDefaults.current.scope }

/// Creates a client of the Authentication API.
///
/// - Parameters:
///   - clientId: The client ID of the application.
///   - domain: The domain of the tenant: a host name or an `https://` URL. Plain `http://` is accepted for loopback
///     addresses only, such as `http://127.0.0.1:3000`. With any other domain every request fails with a
///     ``ConfigurationError`` as its cause.
///   - session: The transport that sends the requests. Defaults to libcurl.
/// - Returns: A client; nothing is sent before one of its requests is started.
public func authentication(
    clientId: String, domain: String, session: any Transport = CurlTransport.standard
) -> any Authentication {
    Auth0Authentication(address: .known(clientId: clientId, domain: domain), transport: session)
}

/// Creates a client of the Authentication API, configured by `Auth0.plist` or the environment.
///
/// The configuration is `Auth0.plist` beside the executable, otherwise `AUTH0_CLIENT_ID` and `AUTH0_DOMAIN` of the
/// environment. Without a configuration every request fails with a ``ConfigurationError`` as its cause.
///
/// - Parameter session: The transport that sends the requests. Defaults to libcurl.
/// - Returns: A client; nothing is sent before one of its requests is started.
public func authentication(session: any Transport = CurlTransport.standard) -> any Authentication {
    Auth0Authentication(address: .found, transport: session)
}

/// Creates a client for browser login and logout.
///
/// See ``authentication(clientId:domain:session:)``, whose parameters are the same.
public func webAuth(
    clientId: String, domain: String, session: any Transport = CurlTransport.standard
) -> any WebAuth {
    Auth0WebAuth(Auth0Authentication(address: .known(clientId: clientId, domain: domain), transport: session))
}

/// Creates a client for browser login and logout, as ``authentication(session:)``, whose parameters are the same.
public func webAuth(session: any Transport = CurlTransport.standard) -> any WebAuth {
    Auth0WebAuth(Auth0Authentication(address: .found, transport: session))
}

/// Creates a client for the browser part of a login that your server started with a pushed authorization request.
///
/// See ``authentication(clientId:domain:session:)``, whose parameters are the same.
public func authorizeWithRequestUri(clientId: String, domain: String) -> any PARAuth {
    Auth0PARAuth(Auth0Authentication(address: .known(clientId: clientId, domain: domain)))
}

/// Creates a client for the browser part of a login that your server started, configured as in
/// ``authentication(session:)``.
///
/// - Returns: A client; nothing happens before a login is started.
public func authorizeWithRequestUri() -> any PARAuth {
    Auth0PARAuth(Auth0Authentication(address: .found))
}

/// Creates a client of the part of the Management API that users can call.
///
/// - Parameters:
///   - token: An access token for the audience `https://<domain>/api/v2/`.
///   - domain: The domain of the tenant, as in ``authentication(clientId:domain:session:)``.
///   - session: The transport that sends the requests. Defaults to libcurl.
/// - Returns: A client; nothing is sent before one of its requests is started.
public func users(
    token: String, domain: String, session: any Transport = CurlTransport.standard
) -> any Users {
    Auth0Users(address: .known(domain: domain), transport: session, token: token)
}

/// Creates a client of the part of the Management API that users can call, configured as in
/// ``authentication(session:)``.
///
/// Without a token, the default, every request fails.
/// See ``users(token:domain:session:)``, whose parameters are the same.
public func users(token: String = "", session: any Transport = CurlTransport.standard) -> any Users {
    Auth0Users(address: .found, transport: session, token: token)
}

/// Creates a client of the My Account API.
///
/// - Parameters:
///   - token: An access token for the audience `https://<domain>/me/`.
///   - domain: The domain of the tenant, as in ``authentication(clientId:domain:session:)``.
///   - session: The transport that sends the requests. Defaults to libcurl.
/// - Returns: A client; nothing is sent before one of its requests is started.
public func myAccount(
    token: String, domain: String, session: any Transport = CurlTransport.standard
) -> any MyAccount {
    Auth0MyAccount(address: .known(domain: domain), transport: session, token: token)
}

/// Creates a client of the My Account API, configured as in ``authentication(session:)``.
///
/// See ``myAccount(token:domain:session:)``, whose parameters are the same.
public func myAccount(token: String, session: any Transport = CurlTransport.standard) -> any MyAccount {
    Auth0MyAccount(address: .found, transport: session, token: token)
}

/// Creates a client of the MFA API, for logins that need a second factor.
///
/// See ``authentication(clientId:domain:session:)``, whose parameters are the same.
public func mfa(
    clientId: String, domain: String, session: any Transport = CurlTransport.standard
) -> any MFAClient {
    Auth0MFAClient(address: .known(clientId: clientId, domain: domain), transport: session)
}

/// Creates a client of the MFA API, as ``authentication(session:)``, whose parameters are the same.
public func mfa(session: any Transport = CurlTransport.standard) -> any MFAClient {
    Auth0MFAClient(address: .found, transport: session)
}
