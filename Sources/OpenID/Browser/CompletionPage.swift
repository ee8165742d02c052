public import FoundationEssentials
import HTTPMessages
import LoginBrowsers

extension BrowserLogin {
    /// The page that the browser shows after its redirect to 127.0.0.1 at the end of a login or logout.
    ///
    /// A content security policy forbids other resources, scripts of the page, and frames. So the address, which has
    /// the authorization code, stays in the browser; the SDK removes the code from the address bar.
    public struct CompletionPage: Sendable {
        /// A heading and a sentence.
        public struct Message: Sendable, Hashable {
            /// The heading.
            public let title: String
            /// The sentence, which states the next step of the user.
            public let text: String

            /// Creates a message of plain texts: the memberwise initializer, whose parameters are the same as the
            /// properties.
            public init(title: String, text: String) { (self.title, self.text) = (title, text) }
        }

        /// Returns the pages of the listener; an address has to be `https`, or `http` on loopback.
        let pages: @Sendable () throws -> FinalPages

        /// Returns the page of the SDK with words of the program, for example in another language.
        ///
        /// - Parameters:
        ///   - completed: The message after the login or logout.
        ///   - failed: The message after a failed or refused login or logout.
        ///   - language: The language of both as a BCP 47 tag, such as `de`.
        /// - Returns: The page.
        public static func text(_ completed: Message, failed: Message, language: String) -> CompletionPage {
            CompletionPage {
                FinalPages(
                    completed: .words(title: completed.title, text: completed.text, language: language),
                    failed: .words(title: failed.title, text: failed.text, language: language))
            }
        }

        /// Returns documents of the program.
        ///
        /// They may contain styles, and images as `data:` URLs. Other resources are not loaded, and scripts do not run.
        ///
        /// - Parameters:
        ///   - completed: The whole HTML document after the login or logout, in UTF-8.
        ///   - failed: The whole HTML document after a failed or refused login or logout.
        /// - Returns: The page.
        public static func html(_ completed: String, failed: String) -> CompletionPage {
            CompletionPage { FinalPages(completed: .document(completed), failed: .document(failed)) }
        }

        /// Redirects the browser to pages of a web site, which do not receive the address with the code.
        ///
        /// - Parameters:
        ///   - completed: The `https` address after the login or logout; `http` for loopback.
        ///   - failed: The `https` address after a failed or refused login or logout.
        /// - Returns: The page.
        public static func redirect(to completed: URL, failed: URL) -> CompletionPage {
            CompletionPage {
                FinalPages(completed: .redirect(try HTTPURL(completed)), failed: .redirect(try HTTPURL(failed)))
            }
        }
    }
}
