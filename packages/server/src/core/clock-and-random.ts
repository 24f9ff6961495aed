/** Clock and randomness are arguments: the provider reads neither on its own. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
}

export interface Random {
  bytes(length: number): Uint8Array
}
