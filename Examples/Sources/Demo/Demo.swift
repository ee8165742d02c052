import Auth0
import Glibc
import TenantEmulator

/// The main use cases against an emulated tenant, in three styles, with printed results.
///
/// With the variable `KEEP=1` the tenant goes on running, to look into its inspector.
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
            narrator.say("A tenant on \(tenant.domain),\napplication \(tenant.clientID)")
            await tell(narrator, tenant)
            if narrator.isContent { narrator.say(next) }
            narrator.summarize()
            if getenv("KEEP").map({ String(cString: $0) }) == "1" { await keep(tenant) }
        } catch {
            narrator.fail("starting the tenant", "\(error)")
            narrator.summarize()
        }
        exit(narrator.isContent ? 0 : 1)
    }

    private static func tell(_ narrator: Narrator, _ tenant: EmulatedTenant) async {
        let styles: [any Style] = [CallbackStyle(), AsyncStyle(), PublisherStyle()]
        narrator.begin("each call in three styles: \(styles.map(\.name).joined(separator: ", "))")
        narrator.say(spellings)
        await narrator.together(styles.count) { time in
            await Story(tenant: tenant, style: styles[time], narrator: narrator).tell()
        }
        narrator.begin("one pipeline")
        await Pipeline(tenant: tenant, narrator: narrator).run()
        narrator.begin("a browser")
        await BrowserStory(tenant: tenant, narrator: narrator).tell()
    }

    private static let spellings = """
          login.start { result in … }
          let credentials = try await login.start()
          login.start().sink(receiveCompletion: { … }, receiveValue: { … })

        """

    private static let next = """

        Next:
          swift run tenant-emulator                  a tenant for your own program
          make demo KEEP=1                           this demo, and then its inspector
          Examples/Sources/FirstAsync                the shortest program
          README.md                                  recipes by task
        """

    /// Keeps the tenant until Ctrl-C.
    private static func keep(_ tenant: EmulatedTenant) async {
        print("\nThe inspector shows each request of this demo; stop with Ctrl-C:\n  \(tenant.inspectorURL)")
        fflush(nil)
        for number in [SIGINT, SIGTERM] { signal(number) { _ in _exit(0) } }
        for await _ in AsyncStream<Void>(unfolding: { try? await Task.sleep(for: .seconds(3600)) }) {}
    }
}
