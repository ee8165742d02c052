/// An error of the application, which the SDK does not know.
package struct AppError: Error {
    /// Creates an error.
    package init() {}
}
