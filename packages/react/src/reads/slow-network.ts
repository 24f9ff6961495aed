/** `navigator.connection`, which not every browser has. */
export interface Connection {
  readonly effectiveType?: string
  readonly saveData?: boolean
}

/** Whether the network is slow, or the user asks to save data. */
export function isSlowNetwork(
  connection: Connection | undefined = (globalThis.navigator as { connection?: Connection } | undefined)?.connection,
): boolean {
  return /2g$/.test(String(connection?.effectiveType)) || connection?.saveData === true
}
