extension QRSymbol {
    /// Returns the symbol as a vector image: an SVG document of black modules on a white square.
    ///
    /// One unit of its coordinates is one module. The document has no size, so that it fills its container, and no
    /// other text, script or reference.
    ///
    /// - Parameter quietZone: The width of the light border around the symbol in modules; 4 by default, which a camera
    ///   needs. Negative values become 0.
    /// - Returns: An SVG document, which is also valid inside HTML.
    /// - Complexity: O(*n*) in the number of modules.
    /// - SeeAlso: [SVG 1.1 §8.3](https://www.w3.org/TR/SVG11/paths.html#PathData)
    public func svg(quietZone: Int = 4) -> String {
        let quiet = max(0, quietZone)
        let width = side + 2 * quiet
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="\(-quiet) \(-quiet) \(width) \(width)" \
            shape-rendering="crispEdges">\
            <path fill="#fff" d="M\(-quiet) \(-quiet)h\(width)v\(width)h\(-width)z"/>\
            <path fill="#000" d="\(pathData)"/></svg>

            """
    }

    /// The dark modules as SVG path data: a rectangle for each run of dark modules in a row.
    package var pathData: String {
        var path = ""
        for row in 0..<side {
            var column = 0
            while column < side {
                let start = column
                while column < side, isDark(row: row, column: column) { column += 1 }
                if column > start { path += "M\(start) \(row)h\(column - start)v1h\(start - column)z" }
                column += 1
            }
        }
        return path
    }
}
