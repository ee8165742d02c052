import Auth0
import Foundation
import Testing

@Suite struct UserInfoTests {
    @Test func `reads the standard claims and keeps the others`() async throws {
        let wire = Wire(
            #"""
            {"sub":"s","name":"n","given_name":"g","picture":"https://p.example/x.png","email_verified":true,
            "locale":"fr-FR","zoneinfo":"Europe/Paris","address":{"country":"FR"},"updated_at":"2026-01-02T03:04:05.678Z",
            "https://x.example/roles":["a"],"nested":{"b":[1,null]}}
            """#)

        let profile = try await wire.authentication.userInfo(withAccessToken: "AT").start()

        #expect(profile.name == "n")
        #expect(profile.givenName == "g")
        #expect(profile.picture == URL(string: "https://p.example/x.png"))
        #expect(profile.emailVerified == true)
        #expect(profile.zoneinfoName == "Europe/Paris")
        #expect(profile.zoneinfo?.identifier == "Europe/Paris")
        #expect(profile.address == ["country": "FR"])
        #expect(profile.updatedAt == Date(timeIntervalSince1970: 1_767_323_045.678))
        #expect(profile.customClaims?["https://x.example/roles"] as? [String] == ["a"])
        #expect(profile.customClaims?.count == 2)
    }

    @Test(
        arguments: [
            ("1700000000", 1_700_000_000.0), ("\"1700000000\"", 1_700_000_000.0),
            ("\"2023-11-14T22:13:20Z\"", 1_700_000_000.0), ("\"yesterday\"", nil), ("true", nil),
        ] as [(String, Double?)])
    func `reads the time of the last change in the formats of servers`(text: String, seconds: Double?) async throws {
        let wire = Wire(#"{"sub":"s","updated_at":\#(text)}"#)

        let profile = try await wire.authentication.userInfo(withAccessToken: "AT").start()

        #expect(profile.updatedAt?.timeIntervalSince1970 == seconds)
    }

    @Test func `email_verified may be a text, and only true counts`() {
        for (value, flag) in [("true", true), ("false", false), ("True", nil), ("1", nil), ("", nil)]
            as [(String, Bool?)]
        {
            let profile = UserInfo(json: ["sub": "s", "email_verified": value, "phone_number_verified": value])

            #expect(profile?.emailVerified == flag)
            #expect(profile?.phoneNumberVerified == flag)
        }
        #expect(UserInfo(json: ["sub": "s", "email_verified": 1])?.emailVerified == nil)
    }

    @Test func `a claim of a wrong type is left out, and without a subject there is no profile`() async throws {
        let profile = UserInfo(json: ["sub": "s", "name": 7, "email_verified": "yes", "address": ["a": 1]])

        #expect(profile?.name == nil)
        #expect(profile?.emailVerified == nil)
        #expect(profile?.address == nil)
        #expect(profile?.customClaims?.isEmpty == true)
        #expect(UserInfo(json: ["name": "n"]) == nil)
        await failure(of: Wire("[]").authentication.userInfo(withAccessToken: "AT"))
    }
}
