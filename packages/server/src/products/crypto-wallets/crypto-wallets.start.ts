import type { CryptoWalletsAuthenticateStartRequest, CryptoWalletsAuthenticateStartResponse } from '@latchkey/contract'
import { idOfText } from '../../core/ids.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { limitError, takeLimitsIn } from '../../limits/take-limits.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { requireRecentSignIn } from '../../sessions/step-up.ts'
import type { ProjectRecord } from '../../storage/records.ts'
import { newChallenge } from '../../tokens/challenges.ts'
import { isAuthorizedOrigin } from '../../urls/origin-list.ts'
import { checkSiweParams, plainMessage, siweMessage } from './sign-in-message.ts'
import { canonicalWallet, type Wallet } from './wallet-crypto.ts'

const lifetimeMs = 5 * 60_000

export function startWallet(mode: 'primary' | 'secondary') {
  return async (
    context: ProviderContext,
    call: Call<CryptoWalletsAuthenticateStartRequest>,
  ): Promise<DataOf<CryptoWalletsAuthenticateStartResponse>> => {
    const { project, body, client } = call
    const { storage, vault, random, clock } = context
    requireMethod(project, 'cryptoWallets')
    const caller = mode === 'secondary' ? await call.requireSession() : null
    if (caller) requireRecentSignIn(project, caller, clock.now())
    const wallet = await canonicalWallet(body.crypto_wallet_type, body.crypto_wallet_address)
    if (wallet === null) throw new ProviderError('invalid_crypto_wallet_address')
    const identifier = networkIdentifier(wallet, client.prefix)
    const fresh = newChallenge({
      ...{ project, random, lifetimeMs, now: clock.now() },
      purpose: mode === 'primary' ? 'crypto_wallet_primary' : 'crypto_wallet_secondary',
      identifier,
      caller,
    })
    const { challenge, notBefore } = composeMessage(context, call, wallet, fresh.expiresAt)
    const id = challengeId(project, challenge)
    const payload = {
      challengeSealed: vault.seal(challenge, challengeContext(project.id, id)),
      origin: call.origin,
      notBefore,
    }
    const limited = await storage.transaction(async (tx) => {
      const refusal = await takeLimitsIn(tx, context, call, [
        { name: 'challenges_per_ip', key: client.prefix },
        // Per network too: wallet addresses are public, and an attacker must not use up the owner's limit.
        { name: 'challenges_per_wallet', key: identifier },
      ])
      if (refusal === null) await tx.oneTime.insert({ ...fresh, id, payload })
      return refusal
    })
    if (limited) throw limitError(context, limited)
    context.metrics.oneTime(fresh.purpose, 'sent')
    return { challenge }
  }
}

/** The id of a challenge follows from its text, so that a caller who names the text needs no search. */
export function challengeId({ environment }: Pick<ProjectRecord, 'environment'>, challenge: string): string {
  return idOfText('challenge', environment, challenge)
}

/** By which the challenges that one network requested are found. Their number is limited by `challenges_per_wallet`. */
export function networkIdentifier(wallet: Wallet, network: string): string {
  return `${walletIdentifier(wallet)}|${network}`
}

/** `kind:type:address`, with which the identifiers of all challenges for the wallet begin. */
export function walletIdentifier({ type, address }: Wallet): string {
  return `crypto_wallet:${type}:${address}`
}

/** The sealing context binds a challenge to its row. */
export function challengeContext(projectId: string, rowId: string): string {
  return `wallet challenge|${projectId}|${rowId}`
}

function composeMessage(
  { random, clock, baseUrl }: ProviderContext,
  { project, body, origin }: Call<CryptoWalletsAuthenticateStartRequest>,
  wallet: Wallet,
  expiresAt: number,
): { challenge: string; notBefore: number | null } {
  const nonce = Buffer.from(random.bytes(32)).toString('hex')
  // A caller without an origin signs in to the provider itself.
  const page = origin ?? baseUrl
  const facts = { wallet, nonce, expiresAt, domain: new URL(page).host, issuedAt: clock.now() }
  const isSiwe = wallet.type === 'ethereum' && (project.settings.siweRequired || body.siwe_params !== undefined)
  if (!isSiwe) return { challenge: plainMessage(facts), notBefore: null }
  const params = body.siwe_params ?? {}
  const isAuthorized = (one: string): boolean =>
    isAuthorizedOrigin(one, project.settings.authorizedOrigins, project.environment)
  checkSiweParams(params, isAuthorized, expiresAt)
  return {
    challenge: siweMessage(facts, { ...params, uri: params.uri ?? page }),
    notBefore: params.not_before === undefined ? null : Date.parse(params.not_before),
  }
}
