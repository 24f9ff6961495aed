/** Clock and randomness are injected: the provider never reads those of the system directly. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
}

export interface Random {
  bytes(length: number): Uint8Array
}
