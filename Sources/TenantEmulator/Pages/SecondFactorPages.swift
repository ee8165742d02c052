extension BrowserLogin {
    /// Creates the page that asks for a code, or waits for the approval of a push notification.
    func secondFactorPage(_ user: User, _ mode: SecondFactorMode, message: String? = nil) -> Page {
        let question: HTML
        var lead = words.appCode
        switch mode {
        case .app: question = Card.code("code", words.code, error: message)
        case .sent(let factor):
            lead = "\(words.sentCode) \(factor.name ?? "")"
            question = Card.code("code", words.code, error: message)
        case .push:
            lead = words.pushWaiting
            question = ""
        case .recoveryCode:
            lead = ""
            question = Card.field("code", words.recoveryCode, isFirst: true, error: message)
        }
        let fields: HTML = """
            <input type="hidden" name="mode" value="\(mode.name)">
            \(question)\(Card.button("default", words.continueButton))
            """
        // The page reloads itself, to continue when the user has decided.
        let head: HTML =
            mode == .push ? "<noscript><meta http-equiv=\"refresh\" content=\"3\"></noscript>\n" : ""
        return formPage(
            words.verifyTitle, "\(lead)", "/u/mfa", fields, message: message, after: others(user, mode),
            scripts: mode == .push ? ["waiting.js"] : [], head: head)
    }

    /// Lists the other factors; the list is open on a page that reloads, because a reload would close it.
    private func others(_ user: User, _ mode: SecondFactorMode) -> HTML? {
        let current: String? = if case .sent(let factor) = mode { factor.id } else { nil }
        let factors = user.confirmedFactors.filter { factor in
            switch factor.kind {
            case .app: mode != .app
            case .push: mode != .push
            case .sms, .email: factor.id != current
            }
        }
        var buttons = factors.map { factor in
            let label =
                switch factor.kind {
                case .app: words.appWay
                case .push: words.pushWay
                case .sms, .email: "\(words.sendBy) \(factor.name ?? "")"
                }
            return Card.button(factor.id, label: "\(label)", name: "factor", kind: "plain")
        }
        if user.recoveryCode != nil, mode != .recoveryCode {
            buttons.append(Card.button("recovery", words.useRecoveryCode, kind: "plain"))
        }
        guard !buttons.isEmpty else { return nil }
        return """
            <details class="ways"\(mode == .push ? " open" : "" as HTML)><summary>\(words.tryOther)</summary>
            \(form("/u/mfa/choose", "\(buttons)"))
            </details>
            """
    }

    /// Creates the page that shows the key for an authenticator app to a user without a second factor.
    func enrollmentPage(secret: String, link: String, message: String? = nil) -> Page {
        let content: HTML = """
            \(Card.notice(message))\
            \(Card.symbol(link, label: words.symbolLabel))\
            \(Card.copyable(words.key, secret, id: "secret"))\
            <p class="aside"><a href="\(link)" id="app">\(words.openApp)</a></p>
            \(form("/u/mfa-enroll", codeField(message)))
            """
        return card(words.secureAccount, "\(words.scanSecret)", content, scripts: ["copy.js"])
    }

    /// The field for a code of six digits, and its button.
    func codeField(_ message: String?) -> HTML {
        """
        \(Card.code("code", words.code, error: message))\
        \(Card.button("default", words.continueButton))
        """
    }

    func recoveryCodePage(_ code: String) -> Page {
        let content: HTML = """
            <p class="secret" id="recovery-code">\(code)</p>
            \(form("/u/recovery-code", Card.button("default", words.keptIt)))
            """
        return card(words.recoveryTitle, "\(words.newRecoveryCode)", content)
    }
}

/// The input that a second-factor page asks for.
enum SecondFactorMode: Sendable, Equatable {
    case app
    case sent(SecondFactor)
    case push
    case recoveryCode

    var name: String {
        switch self {
        case .app: "otp"
        case .sent: "oob"
        case .push: "push"
        case .recoveryCode: "recovery-code"
        }
    }

    static func == (left: Self, right: Self) -> Bool { left.name == right.name }
}
