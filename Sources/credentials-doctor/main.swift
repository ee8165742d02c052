import LinuxCLibrary
import LinuxSystemCalls
import SecretStoreDoctor

StandardDescriptors.reserve()
let arguments = Array(CommandLine.arguments.dropFirst())
var ending =
    RunningProgram.argumentMistake.map { StoreDoctor.Ending(code: EX_USAGE, output: [], errors: [$0]) }
    ?? StoreDoctor.run(arguments)
if let failure = StandardDescriptors.write(ending.output.map { $0 + "\n" }.joined()) {
    ending = StoreDoctor.Ending(code: EX_IOERR, output: [], errors: ending.errors + [failure])
}
for line in ending.report(isJSON: arguments.contains("--json")) {
    try? OpenFile.write(Array("\(line)\n".utf8), to: STDERR_FILENO)
}
exit(ending.code)
