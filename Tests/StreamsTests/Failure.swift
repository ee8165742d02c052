/// The failure that the tests of this module use.
struct Oops: Error, Hashable {
    var code = 0
}
