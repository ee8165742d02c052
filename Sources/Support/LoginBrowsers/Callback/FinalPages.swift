package import HTTPMessages

/// The pages of a program for a complete or failed flow, in place of the SDK's pages.
package struct FinalPages: Sendable {
    package enum Page: Sendable {
        /// A heading and a sentence in the page of the SDK.
        case words(title: String, text: String, language: String)
        /// A whole document of the program.
        case document(String)
        /// A page of a web site.
        case redirect(HTTPURL)
    }

    package let completed: Page
    package let failed: Page

    package init(completed: Page, failed: Page) { (self.completed, self.failed) = (completed, failed) }
}

extension CallbackPage {
    static func end(_ isGood: Bool, _ occasion: CallbackListener.Occasion, _ pages: FinalPages?) -> CallbackPage {
        let standard = isGood ? completed(occasion) : failed(occasion)
        switch isGood ? pages?.completed : pages?.failed {
        case nil: return standard
        case .words(let title, let text, let language):
            return CallbackPage(status: 200, title: title, text: text, isGood: isGood, language: language)
        case .document(let document):
            var page = standard
            page.document = document
            return page
        case .redirect(let target):
            // The policy of the page hides the address with the code from the site.
            return CallbackPage(
                status: 303, title: standard.title, text: standard.text, isGood: isGood,
                fields: ["Location: \(target.string)"])
        }
    }
}

extension String {
    /// The text with HTML's special characters as character references.
    var escapedForHTML: String {
        var escaped = ""
        for character in self {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
