// Error: cannot convert value of type 'Publishers.Map<Just<Int>, Int>' to specified type 'Just<Int>'
import Streams

// An annotation does not change what an expression means: the closure would run at the call.
let eager: Just<Int> = Just(1).map { $0 + 1 }
