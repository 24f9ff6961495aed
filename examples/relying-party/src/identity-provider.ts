import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as openid from 'openid-client'
import type { Settings } from './settings.ts'

/** The signed-in user, from the claims of the identity provider. */
export interface SignedInUser {
  /** Stable and unique per user. */
  readonly subject: string
  /** The session at the provider, which a back-channel logout names. */
  readonly providerSession: string | null
  readonly email: string | null
  readonly name: string | null
  readonly scopes: readonly string[]
  /** Sent at logout, so that the provider does not ask the user to confirm. */
  readonly idToken: string
}

/** The values to store until the provider redirects back. */
export interface PendingSignIn {
  readonly verifier: string
  readonly state: string
  readonly nonce: string
}

export interface IdentityProvider {
  /** The URL of the authorization request. */
  begin(): Promise<{ url: URL; pending: PendingSignIn }>
  /** Redeems the callback URL for a user. */
  finish(address: URL, pending: PendingSignIn): Promise<SignedInUser>
  /** The URL that ends the session at the provider too. */
  logOutUrl(user: SignedInUser): Promise<URL>
  /** Reads a logout token of the provider. Rejects a token with an invalid signature. */
  readLogoutToken(token: string): Promise<{ subject: string | null; providerSession: string | null }>
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

export function createIdentityProvider(settings: Settings, url: string): IdentityProvider {
  const { issuer, clientId, clientSecret, scope } = settings
  const discover = once(() =>
    openid.discovery(issuer, clientId, clientSecret, undefined, {
      // Plain http is allowed for a provider on this machine only.
      execute: issuer.hostname === 'localhost' ? [openid.allowInsecureRequests] : [],
    }),
  )
  const keys = once(async () => {
    const { jwks_uri } = (await discover()).serverMetadata()
    return createRemoteJWKSet(new URL(jwks_uri ?? ''))
  })
  const redirectUri = `${url}/callback`

  return {
    async begin() {
      const config = await discover()
      const pending = {
        verifier: openid.randomPKCECodeVerifier(),
        state: openid.randomState(),
        nonce: openid.randomNonce(),
      }
      const address = openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
      })
      return { url: address, pending }
    },

    async finish(address, { verifier, state, nonce }) {
      const config = await discover()
      const tokens = await openid.authorizationCodeGrant(config, address, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims || !tokens.id_token) throw new Error('The provider gave no ID token.')
      const { email, name } = await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
      return {
        subject: claims.sub,
        providerSession: typeof claims.sid === 'string' ? claims.sid : null,
        email: email ?? null,
        name: name ?? null,
        scopes: (tokens.scope ?? scope).split(' '),
        idToken: tokens.id_token,
      }
    },

    async logOutUrl({ idToken }) {
      return openid.buildEndSessionUrl(await discover(), {
        post_logout_redirect_uri: `${url}/`,
        id_token_hint: idToken,
      })
    },

    // OpenID Connect Back-Channel Logout 1.0, §2.6.
    async readLogoutToken(token) {
      const { payload } = await jwtVerify(token, await keys(), {
        issuer: (await discover()).serverMetadata().issuer,
        audience: clientId,
        typ: 'logout+jwt',
        requiredClaims: ['iat', 'jti', 'events'],
      })
      const { sub, sid, events, nonce } = payload
      const isLogout = typeof events === 'object' && events !== null && logoutEvent in events
      const providerSession = typeof sid === 'string' ? sid : null
      if (!isLogout || nonce !== undefined || (sub === undefined && providerSession === null))
        throw new Error('This is no logout token.')
      return { subject: sub ?? null, providerSession }
    },
  }
}

/** Runs discovery on first use, and again after a failure: the provider may start after the application. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}
