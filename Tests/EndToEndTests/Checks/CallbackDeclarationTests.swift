import Testing

/// The declarations of the callbacks of the API.
@Suite struct CallbackDeclarationTests {
    /// Without `@preconcurrency`, a callback that changes a view model is an error in Swift 5 mode.
    @Test(arguments: ["Auth0", "OpenID", "ReachFive", "RequestPipeline"])
    func `P2 each callback compiles in a class of the main actor, in both language modes`(module: String) throws {
        let callbacks = try ListedMembers.callbacks(ofModule: module)

        #expect(!callbacks.isEmpty)
        #expect(callbacks.filter { !$0.contains("@preconcurrency") } == [])
    }
}
