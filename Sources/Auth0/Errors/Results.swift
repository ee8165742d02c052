/// The result of a request to the Authentication API.
public typealias AuthenticationResult<Value> = Result<Value, AuthenticationError>

/// The result of a request to the Management API.
public typealias ManagementResult<Value> = Result<Value, ManagementError>

/// The result of a request to the My Account API.
public typealias MyAccountResult<Value> = Result<Value, MyAccountError>

/// The result of a browser login or logout.
public typealias WebAuthResult<Value> = Result<Value, WebAuthError>

/// The result of a call of a ``CredentialsManager``.
public typealias CredentialsManagerResult<Value> = Result<Value, CredentialsManagerError>
