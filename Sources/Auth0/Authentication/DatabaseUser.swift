import ByteEncodings
import HTTPMessages
import RequestPipeline

/// A user of a database connection, as a signup answers.
public typealias DatabaseUser = (email: String, username: String?, verified: Bool)

/// Reads what a signup answers: only the e-mail address must be there.
func databaseUser(_ response: HTTPResponse) throws(ResponseError) -> DatabaseUser {
    let decode = Decoders.tree { json -> DatabaseUser? in
        guard let email = json["email"]?.string else { return nil }
        return (email, json["username"]?.string, json["email_verified"] == .boolean(true))
    }
    return try decode(response)
}
