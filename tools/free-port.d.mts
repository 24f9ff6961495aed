/** A free port outside of the ephemeral range. */
export function freePort(): Promise<number>
