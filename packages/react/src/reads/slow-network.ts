/** `navigator.connection`, which not every browser has. */
export interface Connection {
  readonly effectiveType?: string
  readonly saveData?: boolean
}

/** Is this a network to be gentle with, or does the person ask us to be? */
export function isSlowNetwork(connection: Connection | undefined = ownConnection()): boolean {
  return connection?.saveData === true || ['slow-2g', '2g'].includes(connection?.effectiveType ?? '')
}

function ownConnection(): Connection | undefined {
  return (globalThis.navigator as { connection?: Connection } | undefined)?.connection
}
