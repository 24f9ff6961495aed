import type { Pkce } from '../../pkce/pkce.ts'

interface PkceChallenge {
  pkce_code_challenge?: string
  browser_challenge?: string
}

/** The challenge of a start call, under the names of business projects. */
export async function toPkceChallenge(challenge: ReturnType<Pkce['challenge']>): Promise<PkceChallenge> {
  const { code_challenge, browser_challenge } = await challenge
  return code_challenge ? { pkce_code_challenge: code_challenge } : { ...(browser_challenge && { browser_challenge }) }
}
