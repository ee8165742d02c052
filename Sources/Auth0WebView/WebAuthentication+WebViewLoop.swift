public import Auth0

extension WebAuthentication {
    /// The main loop of GTK that shows login windows: GTK can be used on one thread of a process only.
    public struct WebViewLoop: Sendable, Hashable {
        /// The owner of the loop.
        enum Owner: Sendable, Hashable {
            case own, program
        }

        let owner: Owner

        /// The loop of the SDK, for programs without GTK.
        ///
        /// It runs on a separate thread, which starts with the first window and runs until the process ends.
        public static let own = WebViewLoop(owner: .own)

        /// The loop of the program, for programs that use GTK 3 themselves.
        ///
        /// The program calls `gtk_init` and runs GLib's default main loop (`gtk_main`, `g_main_loop_run`) in code of
        /// the main actor, such as `main()`. Login windows are created, changed and destroyed only in that loop; no GTK
        /// function is called elsewhere. While the loop runs, the main actor runs nothing else, so await the login in a
        /// task of another executor, such as `Task.detached`.
        @MainActor public static var program: WebViewLoop { WebViewLoop(owner: .program) }
    }
}
