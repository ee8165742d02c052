// Reports the slow path of Swift's Mutex to the thread sanitizer.
//
// A free Mutex is locked in instrumented code. The wait for a locked one is inside libswiftSynchronization, which is not
// instrumented, so the sanitizer sees no order between the two holders and reports every value that a contended Mutex
// protects. This library is preloaded; it calls the original functions and reports the order. Observed with Swift 6.3.1.

#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
SWIFT _Bool try_lock_slow(SELF void *mutex) __asm__("$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF");
SWIFT void unlock_slow(SELF void *mutex) __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) {
    SWIFT void (*next)(uint32_t, SELF void *) =
        dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
    next(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT _Bool try_lock_slow(SELF void *mutex) {
    SWIFT _Bool (*next)(SELF void *) = dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF");
    _Bool isLocked = next(mutex);
    if (isLocked && __tsan_acquire) __tsan_acquire(mutex);
    return isLocked;
}

SWIFT void unlock_slow(SELF void *mutex) {
    SWIFT void (*next)(SELF void *) = dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
    if (__tsan_release) __tsan_release(mutex);
    next(mutex);
}
