/** Somebody else took the same key between our read and our write. The transaction is undone and done again. */
export class RegistrationRaceError extends Error {
  constructor() {
    super('the key was registered meanwhile')
    this.name = 'RegistrationRaceError'
  }
}

const rounds = 5

/** The second time round the winner's row is there to be read. */
export async function againAfterRace<T>(work: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof RegistrationRaceError) || round === rounds) throw error
    }
  }
}
