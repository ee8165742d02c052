import Glibc
import TenantEmulator

let arguments: Arguments
do {
    arguments = try Arguments(CommandLine.arguments.dropFirst())
} catch { Arguments.fail(error.description, exit: 64) }

if arguments.wantsHelp {
    print(Arguments.help)
    exit(0)
}
if arguments.wantsSeed {
    print(TenantSeed.standardJSON)
    exit(0)
}
if arguments.wantsFaults {
    for name in TokenTampering.names { print("tamper:\(name)") }
    for tampering in KeySetTampering.allCases { print("key-set:\(tampering.rawValue)") }
    for tampering in MetadataTampering.allCases { print("metadata:\(tampering.rawValue)") }
    for name in ParameterChange.names { print("alter-parameters:\(name)") }
    exit(0)
}

// Blocked before any thread starts, so that every thread inherits it and `sigwait` below is the only one to see them.
// A shell starts background jobs with SIGINT ignored, and what is ignored never arrives.
signal(SIGINT, SIG_DFL)
var signals = sigset_t()
sigemptyset(&signals)
sigaddset(&signals, SIGINT)
sigaddset(&signals, SIGTERM)
pthread_sigmask(SIG_BLOCK, &signals, nil)

// Every request that is held costs a descriptor.
var limit = rlimit()
getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
limit.rlim_cur = limit.rlim_max
setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)

let tenant: EmulatedTenant
do {
    tenant = try EmulatedTenant.start(try arguments.configuration())
} catch let error as EmulatorError where error.code == .portUnavailable {
    Arguments.fail("\(error): name another port, or add --port-fallback", exit: 69)
} catch { Arguments.fail("\(error)", exit: 69) }
if arguments.stopsClock { tenant.clock.stop() }
tenant.clock.advance(by: .seconds(arguments.clock))
for fault in arguments.faults { tenant.faults.set(fault.fault, on: fault.path) }
Announcement(tenant).print()
// A pipe is buffered whole: whoever waits for the line above would wait for ever.
fflush(nil)

var caught: Int32 = 0
sigwait(&signals, &caught)
tenant.stop()
print("stopped")
