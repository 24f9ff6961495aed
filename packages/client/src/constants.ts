/** The client's own numbers. Nothing but literals in this file: only then do bundlers put them where they are used. */
export const requestTimeoutMs = 30_000
/** Differences of clocks below this are the network's. */
export const clockToleranceMs = 60_000
/** A page that comes back refreshes within this time, not all of them in one moment. */
export const pullForwardMs = 2_000
/** A timer a little longer than this overflows and fires at once. */
export const longestTimerMs = 2_000_000_000
/** Letters of a stored record. */
export const recordLimit = 65_536
/** How many ended sessions are remembered. */
export const endedKept = 8
