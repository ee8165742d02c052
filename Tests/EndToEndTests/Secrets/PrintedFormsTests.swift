import Auth0
import Foundation
import OpenID
import Testing

/// No printed form of a public type shows a secret.
///
/// A new public type is in the listing of the API, and has to be added to ``CanaryValues`` with the canary in place of
/// each secret, or to ``PublicTypes/withoutSecrets`` with the reason.
@Suite struct PrintedFormsTests {
    private struct Leak {
        let token: any Sendable
    }

    @Test func `L3 every public type is covered: with a canary, or with the reason why it holds no secret`() throws {
        let listed = try PublicTypes.listed()
        let covered = Set(try CanaryValues.all().map { PublicTypes.name(of: $0) })
        let reasons = PublicTypes.withoutSecrets.values.flatMap(\.self)
        let excused = Set(reasons)

        #expect(listed.count > 100, "the listing of the API was not found")
        #expect(listed.subtracting(covered).subtracting(excused).sorted() == [], "neither covered nor excused")
        #expect(excused.subtracting(listed).sorted() == [], "excused, but no public type")
        #expect(excused.intersection(covered).sorted() == [], "both covered and excused")
        #expect(reasons.count == excused.count)
    }

    @Test func `L1 L3 no printed form of a value shows the secret it holds`() throws {
        for value in try CanaryValues.all() {
            #expect(PrintedForms.leaking(value) == [], "\(type(of: value))")
        }
    }

    @Test(
        arguments: [
            "canary", Array("a canary".utf8), "xY2FuYXJ5", ["a": ["canary"]], Array("xcanary".utf8)[...],
            "63616e617279",
        ] as [any Sendable])
    func `the test finds a secret in a type that is not redacted`(secret: any Sendable) {
        #expect(!PrintedForms.leaking(Leak(token: secret)).isEmpty)
    }

    @Test func `L2 no printed form of an error shows what a server wrote uncut or unescaped`() {
        let hostile = Self.hostile
        let info: [String: any Sendable] = [
            "error": hostile, "code": hostile, "type": hostile, "errorCode": hostile, "error_description": hostile,
            "description": hostile, "message": hostile, "title": hostile, "detail": hostile,
        ]
        let codeOnly = info.filter { ["error", "code", "type", "errorCode"].contains($0.key) }

        for error in CanaryValues.errors(info) + CanaryValues.errors(codeOnly) {
            expectCutAndEscaped(error)
        }
    }

    @Test func `L2 no printed form of credentials shows what a server wrote uncut or unescaped`() {
        for credentials: any Sendable in [
            Credentials(accessToken: "", tokenType: Self.hostile, idToken: "", expiresIn: Date(), scope: Self.hostile),
            APICredentials(accessToken: "", tokenType: Self.hostile, expiresIn: Date(), scope: Self.hostile),
            SSOCredentials(
                sessionTransferToken: "", issuedTokenType: Self.hostile, expiresIn: Date(), idToken: "",
                refreshToken: nil),
        ] { expectCutAndEscaped(credentials, length: 6_000) }
    }

    private static let hostile = "\u{1B}[31m\r\nINFO: all is well\u{202E}" + String(repeating: "x", count: 5_000)

    private func expectCutAndEscaped(_ value: any Sendable, length: Int = 4_500) {
        for form in PrintedForms.forms(of: value) {
            #expect(!form.contains(where: { "\u{1B}\r\u{202E}".contains($0) }), "\(type(of: value))")
            #expect(!form.contains("\nINFO"), "\(type(of: value))")
            #expect(form.utf8.count < length, "\(type(of: value))")
        }
    }
}
