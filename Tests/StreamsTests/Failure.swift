/// The failure that the tests of this module use.
struct SampleError: Error, Hashable {
    var code = 0
}
