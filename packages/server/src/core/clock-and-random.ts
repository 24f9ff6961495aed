/** The world is an argument: the provider reads no clock and no randomness of its own. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
}

export interface Random {
  bytes(length: number): Uint8Array
}
