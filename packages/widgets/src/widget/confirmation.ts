/**
 * Distinguishes a link that the user has to confirm from one that failed. `inspect` returns the account that the link of
 * a token signs in.
 */
export function createConfirmation(inspect: (token: string) => Promise<string>): {
  /**
   * Returns the account that the link signs in; empty without a token. Rejects with the given error unless it requires
   * a confirmation, and with the provider's error if the link has expired or works only in the requesting browser.
   */
  ask(error: unknown, token: string): Promise<string>
} {
  let wasAsked = false
  return {
    async ask(error, token) {
      // A browser without user activation (see `Platform`) would ask again and again.
      if (wasAsked || Object(error).kind !== 'confirmation_required') throw error
      const account = token && (await inspect(token))
      wasAsked = true
      return account
    },
  }
}
