import ByteEncodings
import HTTPMessages
import RequestPipeline

/// A user created in a database connection: the email address, the user name, and whether the email address is verified
/// (`email_verified`).
public typealias DatabaseUser = (email: String, username: String?, verified: Bool)

/// Decodes the response to a signup; only `email` is required.
///
/// - Parameter response: The server response.
/// - Returns: The created user.
/// - Throws: `ResponseError` when the body is not a JSON object with an email address.
func databaseUser(_ response: TransportResponse) throws(ResponseError) -> DatabaseUser {
    let decode = Decoders.tree { json -> DatabaseUser? in
        guard let email = json["email"]?.string else { return nil }
        return (email, json["username"]?.string, json["email_verified"] == .boolean(true))
    }
    return try decode(response)
}
