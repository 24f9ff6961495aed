import type { Client } from '@latchkey/client'

/** Tells a link that the user has to confirm from one that failed. */
export function createConfirmation(client: Client): {
  /**
   * Whom the link signs in; empty without a token. Rejects with the error that it was given, unless that asks
   * for a confirmation; with the provider's if the link works no longer, or only in the browser that asked for it.
   */
  ask(error: unknown, token: string): Promise<string>
} {
  let wasAsked = false
  return {
    async ask(error, token) {
      // A browser that knows no user activation (see `Platform`) would ask again and again.
      if (wasAsked || Object(error).kind !== 'confirmation_required') throw error
      const account = token && (await client.magicLinks.inspect(token)).email
      wasAsked = true
      return account
    },
  }
}
