import Auth0
import FoundationEssentials

/// What every command works with.
struct Context: Sendable {
    /// Where the program talks to the person.
    let talk: Talk
    /// Which application of which tenant this is.
    let configuration: Auth0Configuration

    /// Looks for the tenant: in the options, then where the SDK looks.
    ///
    /// - Throws: ``ExitStatus/configuration`` when there is none.
    init(_ arguments: Arguments, _ talk: Talk) throws {
        self.talk = talk
        switch (arguments["--domain"], arguments["--client-id"]) {
        case (let domain?, let clientId?): configuration = Auth0Configuration(clientId: clientId, domain: domain)
        case (let domain, let clientId):
            let found = try Auth0Configuration.find()
            configuration = Auth0Configuration(clientId: clientId ?? found.clientId, domain: domain ?? found.domain)
        }
    }

    /// Tokens and profiles.
    var authentication: any Authentication {
        Auth0.authentication(clientId: configuration.clientId, domain: configuration.domain)
    }

    /// Logins and logouts.
    var webAuth: any WebAuth { Auth0.webAuth(clientId: configuration.clientId, domain: configuration.domain) }

    /// Where the session is kept.
    var sessions: SessionStore { SessionStore(configuration) }

    /// The audience of the My Account API.
    var myAccountAudience: String { authentication.url.absoluteString + "me/" }
}
