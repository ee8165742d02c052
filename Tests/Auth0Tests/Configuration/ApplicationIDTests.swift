import Auth0
import HTTPMessages
import OpenID
import Testing

/// The ID of an application that names none.
@Suite struct ApplicationIDTests {
    @Test(arguments: [
        ("https://tenant.eu.auth0.com/", "MyApp", "com.auth0.eu.tenant.myapp"),
        ("https://login.example.com/base/", "my_app", "com.example.login.my-app"),
        ("http://127.0.0.1:4600/", "MyApp", "localhost.myapp"), ("http://[::1]:4600/", "a", "localhost.a"),
        ("https://tenant.eu.auth0.com/", "com.example.notes", "com.example.notes"),
        ("https://tenant.eu.auth0.com/", "my_app.v2", "com.auth0.eu.tenant.my-app-v2"),
        ("https://tenant.eu.auth0.com/", "7zip.x64", "com.auth0.eu.tenant.7zip-x64"),
        ("https://tenant.eu.auth0.com/", "notes.", "com.auth0.eu.tenant.notes-"),
    ])
    func `C2 an executable whose name is no scheme has an ID that can be one`(
        tenant: String, executable: String, id: String
    ) throws {
        let found = ProgramSettings().applicationID(at: try HTTPURL(tenant), executable: executable)

        #expect(found == id)
        #expect(try RedirectURI("\(found)://tenant/callback").customScheme != nil)
    }

    @Test func `C2 a configured ID comes first`() throws {
        let settings = ProgramSettings(applicationID: "com.example.notes")

        #expect(settings.applicationID(at: try HTTPURL("https://a.example/"), executable: "x") == "com.example.notes")
    }
}
