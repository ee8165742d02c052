import Foundation
import TenantEmulator
import WebDriverClient

/// Takes pictures of the pages that people see: `Screenshots FOLDER`, with `all` after it in every size and colour.
@main
struct Screenshots {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        guard let path = words.first else {
            print("usage: Screenshots FOLDER [all]")
            exit(64)
        }
        let folder = URL(filePath: path, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for shot in words.contains("all") ? Shot.everything : Shot.documented {
            let picture = try await withBrowser { browser in
                try await browser.look(shot.view)
                return try await Tour(browser: browser, language: shot.language).picture(of: shot.page)
            }
            try Data(picture).write(to: folder.appending(path: "\(shot.name).png"))
            print("\(shot.name).png: \(picture.count / 1024) KB")
        }
    }
}

/// One picture.
struct Shot {
    let page: Tour.Page
    let view: Browser.View
    var language = "en"
    let name: String

    private static let phone = Browser.View(width: 390, height: 780)
    private static let desktop = Browser.View(width: 1000, height: 760)

    /// Those that the documentation shows.
    static let documented = [
        Shot(page: .people, view: .init(width: 390, height: 880), name: "login-phone"),
        Shot(page: .login, view: .init(width: 900, height: 740, isDark: true), name: "login-desktop-dark"),
        Shot(page: .signup, view: .init(width: 390, height: 620), language: "de", name: "signup-phone-german"),
        Shot(page: .enrollment, view: .init(width: 390, height: 680), name: "enrolment-phone"),
        Shot(page: .consent, view: .init(width: 800, height: 660), name: "consent-desktop"),
        Shot(page: .device, view: .init(width: 390, height: 480, isDark: true), name: "device-phone-dark"),
        Shot(page: .inspectorRequests, view: .init(width: 1000, height: 520), name: "inspector-desktop"),
        Shot(page: .loggedIn, view: .init(width: 390, height: 480), name: "logged-in-phone"),
    ]

    /// Every page in every way, to be looked at after a change.
    static let everything = Tour.Page.allCases.flatMap { page in
        ["en", "de"].flatMap { language in
            [phone, desktop].flatMap { view in
                [false, true].map { isDark in
                    let window = view.width == phone.width ? "phone" : "desktop"
                    let name = "\(page)-\(window)-\(isDark ? "dark" : "light")-\(language)"
                    let view = Browser.View(width: view.width, height: view.height, isDark: isDark)
                    return Shot(page: page, view: view, language: language, name: name)
                }
            }
        }
    }
}
