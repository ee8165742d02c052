import Auth0
import TenantEmulator

/// The main use cases against an emulated tenant, in three styles, with printed results.
@main
@MainActor
struct Demo {
    static func main() async {
        let narrator = Narrator()
        do {
            var configuration = TenantConfiguration(port: 4400, portFallback: true)
            configuration.loginPage = HeadlessBrowser.loginPage
            let tenant = try EmulatedTenant.start(configuration)
            defer { tenant.stop() }
            narrator.say("A tenant on \(tenant.domain), application \(tenant.clientID)")
            for style in [CallbackStyle(), AsyncStyle(), PublisherStyle()] as [any Style] {
                narrator.begin(style.name)
                await Story(tenant: tenant, style: style, narrator: narrator).tell()
            }
            narrator.begin("one pipeline")
            await Pipeline(tenant: tenant, narrator: narrator).run()
            narrator.begin("a browser")
            await BrowserStory(tenant: tenant, narrator: narrator).tell()
        } catch {
            narrator.fail("starting the tenant", "\(error)")
        }
        narrator.end()
    }
}
