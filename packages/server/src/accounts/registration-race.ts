/** A concurrent transaction registered the same key between our read and our write. The transaction is retried. */
export class RegistrationRaceError extends Error {
  constructor() {
    super('A concurrent transaction registered the same key.')
    this.name = 'RegistrationRaceError'
  }
}

const maxAttempts = 5

/** Retries after a lost race: the next attempt reads the row of the winner. */
export async function retryAfterRace<T>(work: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof RegistrationRaceError) || round === maxAttempts) throw error
    }
  }
}
