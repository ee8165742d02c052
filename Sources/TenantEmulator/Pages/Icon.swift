/// The icons of buttons, drawn with lines in the colour of the text.
enum Icon {
    static let passkey: HTML = drawing("<circle cx=\"8\" cy=\"12\" r=\"4\"/><path d=\"M12 12h9M18 12v4\"/>")
    static let mail: HTML = drawing("<path d=\"M3 6h18v12H3zl9 7 9-7\"/>")
    static let phone: HTML = drawing("<path d=\"M7 3h10v18H7zM11 18h2\"/>")

    /// The first letter of a provider's name, because the logos of providers are trademarks.
    static func provider(_ name: String) -> HTML {
        "<span class=\"icon initial\" aria-hidden=\"true\">\(String(name.prefix(1)))</span>"
    }

    private static func drawing(_ shapes: HTML) -> HTML {
        "<svg class=\"icon\" viewBox=\"0 0 24 24\" aria-hidden=\"true\">\(shapes)</svg>"
    }
}
