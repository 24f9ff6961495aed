/** Instants are epoch milliseconds everywhere below the wire. */
export type Instant = number
