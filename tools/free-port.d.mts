/** A port of this machine that nobody listens on, and that nobody is given who asks for any. */
export function freePort(): Promise<number>
