import type { AuthenticateResponse, CryptoWalletsAuthenticateRequest, KnownErrorType } from '@latchkey/contract'
import { retryAfterRace } from '../../accounts/registration-race.ts'
import { reject } from '../../audit/reject.ts'
import type { Caller } from '../../core/caller.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { siteOf } from '../../http/client-address.ts'
import { auditLimit, LimitError, limitError, takeLimits, takeLimitsIn } from '../../limits/take-limits.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { factorAnswer, newFactor, proveFactor } from '../../sessions/prove-factor.ts'
import { newSessionToken } from '../../sessions/session-token.ts'
import type { OneTimePurpose, OneTimeRecord } from '../../storage/records.ts'
import { consumeChallenge } from '../../tokens/consume.ts'
import { challengeContext, walletIdentifier } from './crypto-wallets.start.ts'
import { proveWallet } from './prove-wallet.ts'
import { canonicalWallet, isSignedBy, type Wallet } from './wallet-crypto.ts'

const purposes: readonly OneTimePurpose[] = ['crypto_wallet_primary', 'crypto_wallet_secondary']
/** Each verification takes about a millisecond. */
const maxVerified = 40
/** Rows that are read to find those of the caller's network: an attacker needs more to displace the owner's. */
const maxRead = 1_000
const refusal: KnownErrorType = 'invalid_signature'

export async function authenticateWallet(
  context: ProviderContext,
  call: Call<CryptoWalletsAuthenticateRequest>,
): Promise<DataOf<AuthenticateResponse>> {
  const { project, body, requestId } = call
  const { storage, clock } = context
  requireMethod(project, 'cryptoWallets')
  const wallet = await canonicalWallet(body.crypto_wallet_type, body.crypto_wallet_address)
  if (wallet === null) throw new ProviderError('invalid_crypto_wallet_address')
  // Each attempt is compared with every open challenge.
  await takeLimits(context, call, [
    { name: 'challenges_per_wallet', key: `tries|${walletIdentifier(wallet)}|${call.client.prefix}` },
  ])
  const caller = await call.session()
  const signed = await findSigned(context, call, wallet, caller)
  if (signed === null) throw await reject(context, call, { event: 'crypto_wallet_authenticate', error: refusal })
  const token = newSessionToken(context.random)
  const proven = await retryAfterRace(() =>
    storage.transaction(async (tx) => {
      const row = await consumeChallenge(tx, project.id, signed.id, clock.now(), requestId)
      if (row === null) return null
      const { user, registration, change } = await proveWallet(tx, context, { project, row, wallet, caller, refusal })
      if (change === 'user') {
        const limit = { name: 'accounts_per_ip', key: siteOf(call.client.prefix) } as const
        const limited = await takeLimitsIn(tx, context, call, [limit])
        if (limited) throw limitError(context, limited)
      }
      return proveFactor(tx, context, call, {
        ...{ user, change, caller, token },
        secret: { userId: row.userId, issuedAt: row.createdAt, dead: refusal },
        factor: {
          ...newFactor('crypto', 'crypto_wallet', clock.now()),
          crypto_wallet_factor: {
            crypto_wallet_id: registration.id,
            crypto_wallet_address: wallet.address,
            crypto_wallet_type: wallet.type,
          },
        },
        event: 'crypto_wallet_authenticate',
        registrationId: registration.id,
        durationMinutes: body.session_duration_minutes,
        continuesOnly: row.sessionId !== null,
      })
    }),
  ).catch(async (error: unknown) => {
    if (error instanceof LimitError)
      throw await storage.transaction(async (tx) => {
        // The challenge is consumed even so: one signature is one attempt.
        await consumeChallenge(tx, project.id, signed.id, clock.now(), requestId)
        return auditLimit(tx, context, call, error)
      })
    throw error instanceof ProviderError
      ? await reject(context, call, { event: 'crypto_wallet_authenticate', error: error.type, secret: signed })
      : error
  })
  if (proven === null)
    throw await reject(context, call, { event: 'crypto_wallet_authenticate', error: refusal, secret: signed })
  context.metrics.oneTime(signed.purpose, 'redeemed')
  return factorAnswer(context, call, proven)
}

/**
 * The open challenge that was signed. The request names only an address, and an attacker may have requested challenges
 * for it too: a newer challenge does not replace an older one, or an attacker could prevent the owner from signing in.
 * Challenges that were requested from the same network come first; others follow, because users change networks.
 */
async function findSigned(
  { storage, vault, clock }: ProviderContext,
  { project, body, origin, client }: Call<CryptoWalletsAuthenticateRequest>,
  wallet: Wallet,
  caller: Caller | null,
): Promise<OneTimeRecord | null> {
  const now = clock.now()
  const open = await storage.oneTime.listLive(project.id, walletIdentifier(wallet), purposes, { now, limit: maxRead })
  const possible = open.filter(({ sessionId, payload }) => {
    const isOwnSession = sessionId === null || sessionId === caller?.session.id
    return isOwnSession && payload.origin === origin && Number(payload.notBefore) <= now
  })
  const isSameNetwork = ({ payload }: OneTimeRecord): boolean => payload.network === client.prefix
  const ordered = [...possible.filter(isSameNetwork), ...possible.filter((row) => !isSameNetwork(row))]
  for (const row of ordered.slice(0, maxVerified)) {
    const challenge = vault.open(String(row.payload.challengeSealed), challengeContext(project.id, row.id))
    if (await isSignedBy(wallet, challenge, body.signature)) return row
  }
  return null
}
