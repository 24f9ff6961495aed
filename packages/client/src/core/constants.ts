/** Numbers of the client. Literals only, so that bundlers inline them. */
export const requestTimeoutMs = 30_000
/** A smaller difference between the clocks of browser and server is attributed to the network. */
export const clockToleranceMs = 60_000
/** Tabs that become visible or online refresh at a random time within this interval, not all at once. */
export const pullForwardMs = 2_000
/** Browsers fire a timer at once if its delay exceeds 2^31 - 1 ms. */
export const longestTimerMs = 2_000_000_000
/** Characters of a session record in storage. */
export const maxRecordLength = 65_536
/** How many ids of ended sessions are stored. */
export const maxEndedSessions = 8
/** A business page that the person returns to refreshes the session if this time has passed since the last response. */
export const roleCheckMs = 5_000
