enum Language: String, Sendable, CaseIterable {
    case english = "en"
    case german = "de"

    /// Selects the first supported language of `ui_locales`, then of `Accept-Language`; English if there is none.
    ///
    /// - SeeAlso: [OpenID Connect Core §3.1.2.1](https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest)
    init(locales: String?, acceptLanguage: String?) {
        let wanted = (locales ?? "").split(separator: " ")
        let accepted = (acceptLanguage ?? "").split(separator: ",").map { $0.prefix { $0 != ";" } }
        let tags = (wanted + accepted).map { tag in
            tag.drop { $0 == " " }.prefix { $0 != "-" && $0 != "_" && $0 != " " }.lowercased()
        }
        self = tags.lazy.compactMap(Language.init(rawValue:)).first ?? .english
    }

    var words: Wording { self == .german ? .german : .english }
}

/// The texts of the pages in one language.
struct Wording: Sendable {
    let welcome, continueTo, identifier, username, emailAddress, password, continueButton, or: String
    let signUp, signUpTitle, noAccount, haveAccount, logIn, continueWith, withPasskey, createPasskey: String
    let wrongPassword, blocked, signupRefused, weakPassword, characters, fairPassword, goodPassword, missing: String
    let codeByEmail, codeByText, phoneNumber, sendCode, anotherCode, enterCode, wrongAddress, spentCode: String
    let verifyTitle, appWay, pushWay, appCode, sentCode, code, recoveryCode, useRecoveryCode, tryOther, sendBy,
        wrongCode: String
    let pushWaiting, pushDenied, secureAccount, scanSecret, symbolLabel, recoveryTitle, newRecoveryCode, keptIt: String
    let passkeyTitle, passkeyHint, noPasskey, passkeyFailed, needsScript, tryAgain, back: String
    let consentTitle, wants, ableTo, accept, decline, scopeIdentity, scopeProfile, scopeEmail, scopeOffline,
        scopeOther: String
    let organizationTitle, organizationName, unknownOrganization, pickOrganization, otherOrganization: String
    let invitedTo, invitationHint, acceptInvitation: String
    let chooseAccount, otherAccount: String
    let deviceTitle, deviceHint, userCode, wrongUserCode, confirmDevice, sameCode, deviceDone, deviceDenied: String
    let confirm, cancel, loggedOut, logOutTitle, logOutHint, logOut: String
    let errorTitle, expired, mayClose: String
    let forgotPassword, resetTitle, resetHint, sendLink, resetSentTitle, resetSent, choosePassword: String
    let newPassword, repeatPassword, resetPassword, passwordsDiffer, usedPassword, passwordChanged: String
    let addressVerified, unblocked, spentLink: String
    let emulator, people, asksFor: String
    let showPassword, key, openApp, played: String
    let knownClients, allowAddress, orInSeed, ofClient, allowed, setBy, seeRequest: String
    let purposes: Purposes

    struct Purposes: Sendable {
        let blocked, secondFactor, enrollment, leakedPassword, suspicious, refusedByRule, refused, passkey: String
        let permissions: String
    }
}
