import ReachFive

/// A program as in the documents, with the stand-ins of Apple's types and the documents' names.
final class ViewController: ASWebAuthenticationPresentationContextProviding, Sendable {
    let page: ScriptedPage

    init(_ page: ScriptedPage) { self.page = page }

    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
        page.presentationAnchor(for: session)
    }

    func logIn(_ client: ReachFive) -> Future<AuthToken, ReachFiveError> {
        client.webviewLogin(WebviewLoginRequest(presentationContextProvider: self))
    }
}
