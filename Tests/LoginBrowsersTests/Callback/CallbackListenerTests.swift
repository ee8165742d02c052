import ByteEncodings
import Dispatch
import Foundation
import Glibc
import LoginBrowsers
import OpenSSLCryptography
import ProgramRunner
import Synchronization
import TestEvents
import Testing

@Suite struct CallbackListenerTests {
    /// A listener that expects one query, and records all queries.
    private final class QueryRecorder: Sendable {
        let queries = Mutex<[String]>([])

        func listener(
            _ configuration: CallbackListener.Configuration = .init(), for good: String = "code=1&state=good",
            ended: (@Sendable () -> Void)? = nil
        ) throws -> CallbackListener {
            try CallbackListener(configuration, ended: ended) { callback in
                let query = callback.query
                self.queries.withLock { $0.append(query) }
                if query == good, !callback.isFromThisUser { return .ignored }
                if query == "error=access_denied&state=good" { return .failed }
                return query == good ? .completed : .ignored
            }
        }
    }

    private let recorder = QueryRecorder()

    @Test func `the redirect URI names the bound port on the literal address`() throws {
        let listener = try recorder.listener(.init(path: "/login/done"))

        #expect(listener.port != 0)
        #expect(listener.redirectURI == "http://127.0.0.1:\(listener.port)/login/done")
        #expect(listener.status(of: "/login/done?code=1&state=good") == 200)
    }

    @Test func `A1 a thousand wrong responses and then the right one complete a login`() throws {
        let listener = try recorder.listener()

        for number in 0..<1000 { #expect(listener.status(of: "/callback?code=\(number)&state=bad") == 400) }

        #expect(listener.status(of: "/callback?code=1&state=good") == 200)
        #expect(recorder.queries.withLock { $0.count } == 1001)
    }

    // A socket takes the longer document in parts.
    @Test(arguments: [16, 16 << 20])
    func `the page is sent before the response is reported, because the program may end then`(length: Int) throws {
        let (isRead, isReported) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let hasPage = Mutex(false)
        var configuration = CallbackListener.Configuration(clientTimeout: .seconds(600))
        configuration.finalPages = FinalPages(
            completed: .document(String(repeating: " ", count: length)), failed: .document(""))
        let listener = try CallbackListener(
            configuration,
            answered: {
                let result = isRead.wait(timeout: .now() + 60)
                hasPage.withLock { $0 = result == .success }
                isReported.signal()
            }, decide: { $0.query == "state=good" ? .completed : .ignored })
        #expect(listener.status(of: "/callback?state=bad") == 400)

        #expect(listener.status(of: "/callback?state=good") == 200)
        isRead.signal()
        #expect(isReported.wait(timeout: .now() + 60) == .success)
        #expect(hasPage.withLock { $0 })
    }

    @Test func `A1 icons and other paths are not the authorization response`() throws {
        let listener = try recorder.listener()

        for path in ["/favicon.ico", "/", "/callback/", "/Callback", "/callback%2F", "/%63allback"] {
            #expect(listener.status(of: "\(path)?code=1&state=good") == 404)
        }
        #expect(recorder.queries.withLock { $0 } == [])
    }

    @Test func `A8 a foreign Host or Origin is refused before the decision closure is called`() throws {
        let listener = try recorder.listener()
        for host in [
            "localhost:\(listener.port)", "127.0.0.1", "evil.example:\(listener.port)", "[::1]:\(listener.port)",
        ] {
            let visitor = Visitor(port: listener.port)
            visitor.send("GET /callback?code=1&state=good HTTP/1.1\r\nHost: \(host)\r\n\r\n")
            #expect(visitor.status() == 421)
        }
        #expect(listener.status(of: "/callback?code=1&state=good", fields: "Origin: https://evil.example\r\n") == 403)
        #expect(listener.status(of: "/callback?code=1&state=good", fields: "Origin: null\r\n") == 403)
        #expect(recorder.queries.withLock { $0 } == [])
    }

    @Test(arguments: [
        ("no-cors", "image", 403), ("cors", "empty", 403), ("navigate", "iframe", 403), ("navigate", "object", 403),
        ("same-origin", "document", 403), ("navigate", "document", 200),
    ])
    func `A8 a subresource of a page is not a redirect`(
        mode: String, destination: String, expected: Int
    ) throws {
        let listener = try recorder.listener()
        let fields = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: \(mode)\r\nSec-Fetch-Dest: \(destination)\r\n"

        #expect(listener.status(of: "/callback?code=1&state=good", fields: fields) == expected)
        #expect(recorder.queries.withLock { $0.count } == (expected == 200 ? 1 : 0))
    }

    @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
    func `A7 another user of the machine cannot respond for this one`() throws {
        let listener = try recorder.listener()
        let request = "GET /callback?code=1&state=good HTTP/1.1\\r\\nHost: 127.0.0.1:\(listener.port)\\r\\n\\r\\n"
        let script = "exec 3<>/dev/tcp/127.0.0.1/\(listener.port); printf '\(request)' >&3; head -n 1 <&3"

        let other = ["--reuid=65534", "--clear-groups", "/bin/bash", "-c", script]
        #expect(try run("/usr/bin/setpriv", other).contains(" 400 "))
        #expect(try run("/bin/bash", ["-c", script]).contains(" 200 "))
    }

    @Test func `A8 the port is open on 127.0.0.1 and ::1 and on no other address`() throws {
        let listener = try recorder.listener()
        let six = Visitor(port: listener.port, family: AF_INET6)
        if six.isConnected {
            six.send("GET /callback?code=1&state=good HTTP/1.1\r\nHost: [::1]:\(listener.port)\r\n\r\n")
            #expect(six.status() == 200)
        }
        #expect(try boundAddresses(of: listener.port).isSubset(of: ["0100007F", "00000000000000000000000001000000"]))
    }

    @Test func `A9 a fixed port that is taken is an error, and no other is used`() throws {
        let first = try recorder.listener()

        let error = #expect(throws: LoopbackError.self) { try recorder.listener(.init(port: first.port)) }
        #expect(error?.code == .portUnavailable)
        #expect(error?.detail.contains("\(first.port)") == true)
    }

    @Test func `A9 a fixed port can be bound again as soon as a listener is closed`() throws {
        let port = try FreePort.find()
        for _ in 0..<50 {
            let listener = try recorder.listener(.init(port: port))
            let visitor = Visitor(port: port)
            visitor.get("/callback?code=1&state=good", at: listener)
            listener.close()
        }
    }

    @Test func `A9 a fixed port is free again when the login is over`() async throws {
        var port = try FreePort.find()
        for _ in 0..<20 {
            port = try await callbackValue { ended in
                let bound = Mutex<UInt16>(0)
                let listener = try recorder.listener(.init(port: port), ended: { ended(bound.withLock { $0 }) })
                bound.withLock { $0 = listener.port }
                #expect(listener.status(of: "/callback?code=1&state=good") == 200)
                listener.close()
            }
        }
        #expect(port != 0)
    }

    @Test func `A7 the browser is recognized when its connection takes the last descriptor`() async {
        await #expect(processExitsWith: .success) {
            let listener = try QueryRecorder().listener()
            var limit = rlimit(rlim_cur: 64, rlim_max: 64)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            var taken: [Int32] = []
            while case let number = dup(0), number >= 0 { taken.append(number) }
            // For both ends of the connection.
            for number in taken.suffix(2) { close(number) }

            #expect(listener.status(of: "/callback?code=1&state=good") == 200)
        }
    }

    @Test(.disabled(if: Sanitizer.isThread, "the thread sanitizer ends a child that starts a thread"))
    func `C10 a forked child that ends its copy of the login leaves the listener to its parent`() async {
        await #expect(processExitsWith: .success) {
            let listener = try QueryRecorder().listener()
            let status = Fork.status {
                listener.close()
                return 0
            }
            #expect(listener.status(of: "/callback?code=1&state=good") == 200)
            _exit(status)
        }
    }

    @Test(arguments: ["", "callback", "/a b", "/a?b", "/a#b", "/a\r\n", "/ä", "/<x>"])
    func `an invalid path is refused`(path: String) {
        #expect(throws: LoopbackError.self) { try recorder.listener(.init(path: path)) }
    }

    @Test func `A10 silent clients do not block the browser`() throws {
        let listener = try recorder.listener(.init(clientTimeout: .seconds(600)))
        let silent = (0..<40).map { _ in Visitor(port: listener.port) }
        for visitor in silent { visitor.send("GET /callback") }

        #expect(listener.status(of: "/callback?code=1&state=good") == 200)
        #expect(silent[0].status() == 408)
    }

    @Test func `A10 a browser whose request has arrived gets its response, however many clients follow`() throws {
        let (isBusy, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let listener = try CallbackListener(.init(clientTimeout: .seconds(600))) { callback in
            guard callback.query != "wait" else {
                isBusy.signal()
                mayGoOn.wait()
                return .ignored
            }
            return .completed
        }
        let first = Visitor(port: listener.port)
        first.get("/callback?wait", at: listener)
        isBusy.wait()
        let browser = Visitor(port: listener.port)
        browser.get("/callback?code=1&state=good", at: listener)
        let silent = (0..<12).map { _ in Visitor(port: listener.port) }
        mayGoOn.signal()

        #expect(browser.status() == 200)
        withExtendedLifetime((first, silent)) {}
    }

    @Test func `A10 a slow client is disconnected after its time limit`() throws {
        let listener = try recorder.listener(.init(clientTimeout: .milliseconds(1)))
        let visitor = Visitor(port: listener.port)

        #expect(visitor.status() == 408)
    }

    @Test func `A10 a pipelined second request is not read`() throws {
        let listener = try recorder.listener()
        let visitor = Visitor(port: listener.port)
        let head = "HTTP/1.1\r\nHost: 127.0.0.1:\(listener.port)\r\n\r\n"
        visitor.send("GET /callback?a \(head)GET /callback?code=1&state=good \(head)")

        #expect(visitor.status() == 400)
        #expect(recorder.queries.withLock { $0 } == ["a"])
    }

    @Test func `A11 the first response wins, and later ones learn nothing`() async throws {
        let listener = try recorder.listener()
        let statuses = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<6 { group.addTask { listener.status(of: "/callback?code=1&state=good") } }
            return await group.reduce(into: [Int]()) { $0.append($1) }
        }

        #expect(statuses.sorted() == [200, 410, 410, 410, 410, 410])
        #expect(recorder.queries.withLock { $0 } == ["code=1&state=good"])
        #expect(listener.status(of: "/callback?code=1&state=bad") == 410)
    }

    @Test func `A10 the response of a browser that resets its connection at once counts`() throws {
        let (isBusy, mayGoOn, isDecided) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let isBelieved = Mutex(false)
        let listener = try CallbackListener(.init(clientTimeout: .seconds(600))) { callback in
            guard callback.query != "wait" else {
                isBusy.signal()
                mayGoOn.wait()
                return .ignored
            }
            isBelieved.withLock { $0 = callback.isFromThisUser }
            isDecided.signal()
            return .completed
        }
        let (browser, other) = (Visitor(port: listener.port), Visitor(port: listener.port))
        // Connections are accepted in their order, so the one of the browser is accepted before this request is read.
        other.get("/callback?wait", at: listener)
        isBusy.wait()

        browser.get("/callback?code=1&state=good", at: listener)
        browser.reset()
        mayGoOn.signal()
        isDecided.wait()

        #expect(isBelieved.withLock { $0 })
        withExtendedLifetime(other) {}
    }

    @Test func `an error response of the provider ends the wait, too`() throws {
        let listener = try recorder.listener()

        #expect(listener.answer(to: "/callback?error=access_denied&state=good").contains("not completed"))
        #expect(listener.status(of: "/callback?code=1&state=good") == 410)
    }

    @Test func `after a logout the page does not mention a login`() throws {
        let listener = try recorder.listener(.init(occasion: .logout))

        #expect(listener.answer(to: "/callback?state=bad").contains("not the response to a logout"))
        #expect(listener.answer(to: "/callback?code=1&state=good").contains("You are logged out"))
        #expect(listener.answer(to: "/callback?code=1&state=good").contains("This logout is over"))
    }

    @Test func `A12 the page is static, loads nothing and is not cached`() throws {
        let listener = try recorder.listener()
        let bad = listener.answer(to: "/callback?error=x&error_description=%3Cscript%3Ealert(1)%3C/script%3EMARK")
        let good = listener.answer(to: "/callback?code=1&state=good")

        for page in [bad, good] {
            #expect(!page.contains("MARK") && !page.contains("code=1") && !page.contains("alert"))
            #expect(page.contains("\r\nCache-Control: no-store\r\n"))
            #expect(page.contains("\r\nReferrer-Policy: no-referrer\r\n"))
            #expect(page.contains("default-src 'none'"))
            #expect(!page.contains("src=") && !page.contains("href="))
        }
    }

    @Test(arguments: [("<style>", "</style>"), ("<script>", "</script>")])
    func `A12 the policy allows the page's style and script by hash`(open: String, close: String) throws {
        let page = try recorder.listener().answer(to: "/callback?code=1&state=good")

        let start = try #require(page.firstRange(of: open)).upperBound
        let end = try #require(page.firstRange(of: close)).lowerBound
        let digest = HashAlgorithm.sha256.digest(of: Array(page[start..<end].utf8))
        let encoded = Base64URL.encode(digest).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        #expect(page.contains("'sha256-\(String(encoded))='"))
    }

    @Test func `A15 a thousand abandoned waits leave no port, descriptor or thread`() async {
        // In a process where no other test has any.
        await #expect(processExitsWith: .success) {
            @Sendable func count(_ folder: String) -> Int { SystemState.entries(of: "/proc/self/\(folder)").count }
            func abandon() async throws {
                let (ends, end) = AsyncStream<Void>.makeStream()
                _ = try QueryRecorder().listener(ended: { end.finish() })
                for await _ in ends {}
            }
            try await abandon()
            let (descriptors, threads) = (count("fd"), count("task"))

            for _ in 0..<1000 { try await abandon() }

            // A thread reports the end before it ends and frees its wakeup; the pool of the runtime may have begun a
            // few threads, and each wait begins one.
            #expect(await SystemState.reaches(within: .seconds(60)) { count("task") <= threads + 8 })
            #expect(await SystemState.reaches(within: .seconds(60)) { count("fd") <= descriptors })
            // By descriptor, because the number of a port may belong to another program by now.
            #expect((0..<Int32(descriptors + 16)).allSatisfy { !Self.isListening($0) })
        }
    }

    private static func isListening(_ descriptor: Int32) -> Bool {
        var (isListening, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size)
        return isListening != 0
    }

    /// The output of a program.
    private func run(_ program: String, _ arguments: [String]) throws -> String {
        String(decoding: try ProgramRun(waitingFor: program, arguments).output, as: UTF8.self)
    }

    /// The local addresses that listen on a port, in the format of the kernel.
    private func boundAddresses(of port: UInt16) throws -> Set<String> {
        let suffix = String(format: ":%04X", port)
        var found: Set<String> = []
        for name in ["/proc/net/tcp", "/proc/net/tcp6"] {
            guard let file = fopen(name, "r") else { continue }
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 512)
            while fgets(&line, Int32(line.count), file) != nil {
                let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).split(
                    separator: " ")
                if words.count > 3, words[1].hasSuffix(suffix), words[3] == "0A" {
                    found.insert(String(words[1].dropLast(suffix.count)))
                }
            }
        }
        return found
    }
}
