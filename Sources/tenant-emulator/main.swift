import LinuxCLibrary
import LinuxSystemCalls
import TenantEmulator

StandardDescriptors.reserve()
if let mistake = RunningProgram.argumentMistake { Arguments.fail(mistake, exit: 64) }
let arguments: Arguments
do {
    arguments = try Arguments(CommandLine.arguments.dropFirst())
} catch { Arguments.fail(error.description, exit: 64) }

if let text = arguments.text {
    if let failure = StandardDescriptors.write(text + "\n") { Arguments.fail(failure, exit: 74) }
    exit(0)
}

// A file can be a pipe without a writer yet: Ctrl-C ends the program.
let configuration: TenantConfiguration
do {
    configuration = try arguments.configuration()
} catch { Arguments.fail(Arguments.text(of: error), exit: 69) }

// The signals are blocked before any thread starts, so that every thread inherits the mask and only `sigwait` receives
// them. A shell starts background jobs with SIGINT ignored, and ignored signals are never delivered.
signal(SIGINT, SIG_DFL)
// A write to a pipe without a reader fails with a reason.
signal(SIGPIPE, SIG_IGN)
var signals = sigset_t()
sigemptyset(&signals)
sigaddset(&signals, SIGINT)
sigaddset(&signals, SIGTERM)
pthread_sigmask(SIG_BLOCK, &signals, nil)

// Every held request occupies a descriptor.
var limit = rlimit()
getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
limit.rlim_cur = limit.rlim_max
setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)

let tenant: EmulatedTenant
do {
    tenant = try EmulatedTenant.start(arguments.allowingAddresses(configuration))
} catch let error as EmulatorError where [.malformedOrigin, .notLoopback].contains(error.code) {
    Arguments.fail(error.sentence, exit: 64)
} catch let error as EmulatorError where error.code == .portUnavailable {
    Arguments.fail("\(error.sentence): name another port, or add --port-fallback", exit: 69)
} catch { Arguments.fail(Arguments.text(of: error), exit: 69) }
tenant.whenStateIsNotKept { Arguments.warn("the state is not kept: \($0.detail ?? $0.sentence)") }
if arguments.stopsClock { tenant.clock.stop() }
tenant.clock.advance(by: .seconds(arguments.clock))
for fault in arguments.faults { tenant.faults.set(fault.fault, on: fault.path) }
let invitations: [(address: String, link: String)]
do {
    invitations = try arguments.invitations.map { address, organization in
        (address, try tenant.invitationLink(for: address, to: organization))
    }
} catch { Arguments.fail("--invite: \(Arguments.text(of: error)); --print-seed lists both", exit: 64) }
tenant.markStart()
for warning in configuration.seed.warnings { Arguments.warn(warning) }
let announcement = Announcement(
    tenant: tenant, configuration: configuration, hasStandardSeed: arguments.hasStandardSeed, invitations: invitations)
var failure = StandardDescriptors.write(announcement.text)
if let file = arguments.readyFile {
    do {
        // The line contains the control token. A reader finds all of it or nothing.
        try PrivateFile.write(Array(announcement.line.utf8), to: file)
    } catch { Arguments.fail(error.sentence, exit: 69) }
}
failure = failure ?? StandardDescriptors.write("\nready; stop with Ctrl-C\n")
if let failure {
    guard arguments.readyFile != nil else { Arguments.fail(failure, exit: 74) }
    Arguments.warn(failure)
}

var caught: Int32 = 0
sigwait(&signals, &caught)
tenant.stop()
print("stopped")
if let failure = tenant.stateFailure {
    Arguments.fail("the last change is not in the state file: \(failure.detail ?? failure.description)", exit: 74)
}
