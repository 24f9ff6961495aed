import type { AuthenticateResponse, CryptoWalletsAuthenticateRequest, KnownErrorType } from '@latchkey/contract'
import { retryAfterRace } from '../../accounts/registration-race.ts'
import { reject } from '../../audit/reject.ts'
import type { Caller } from '../../core/caller.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { siteOf } from '../../http/client-address.ts'
import { auditLimit, LimitError, limitError, takeLimits, takeLimitsIn } from '../../limits/take-limits.ts'
import { factorAnswer, newFactor, proveFactor } from '../../organizations/prove-factor.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { newSessionToken } from '../../sessions/session-token.ts'
import { projectRealm } from '../../storage/realm.ts'
import type { OneTimePurpose, OneTimeRecord } from '../../storage/records.ts'
import { consumeChallenge } from '../../tokens/consume.ts'
import { challengeContext, challengeId, networkIdentifier, walletIdentifier } from './crypto-wallets.start.ts'
import { proveWallet } from './prove-wallet.ts'
import { canonicalWallet, isSignedBy, type Wallet } from './wallet-crypto.ts'

const purposes: readonly OneTimePurpose[] = ['crypto_wallet_primary', 'crypto_wallet_secondary']
/** Verifications of one call, each of which takes about a millisecond. */
const maxVerified = 40
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
  // Without a challenge in the request, each attempt is compared with many.
  await takeLimits(context, call, [
    { name: 'challenges_per_wallet', key: `tries|${networkIdentifier(wallet, call.client.prefix)}` },
  ])
  const caller = await call.session()
  const signed = await findSigned(context, call, wallet, caller)
  if (signed === null) throw await reject(context, call, { event: 'crypto_wallet_authenticate', error: refusal })
  const token = newSessionToken(context.random)
  const proven = await retryAfterRace(() =>
    storage.transaction(async (tx) => {
      const row = await consumeChallenge(tx, project.id, signed.id, clock.now(), requestId)
      if (row === null) return null
      const { account, registration, change } = await proveWallet(tx, context, {
        project,
        row,
        wallet,
        caller,
        refusal,
      })
      if (change === 'user') {
        const limit = { name: 'accounts_per_ip', key: siteOf(call.client.prefix) } as const
        const limited = await takeLimitsIn(tx, context, call, [limit])
        if (limited) throw limitError(context, limited)
      }
      return proveFactor(tx, context, call, {
        ...{ account, change, caller, token },
        secret: { accountId: row.accountId, issuedAt: row.createdAt, dead: refusal },
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
 * The open challenge that was signed. Anyone can request challenges for a wallet, so no number of them may displace the
 * owner's. A caller that names the signed text gets exactly its row. Without it, the challenges of the caller's own
 * network are tried, whose number is limited. Those of other networks follow, because users change networks; attackers
 * can fill their places.
 */
async function findSigned(
  { storage, vault, clock }: ProviderContext,
  { project, body, origin, client }: Call<CryptoWalletsAuthenticateRequest>,
  wallet: Wallet,
  caller: Caller | null,
): Promise<OneTimeRecord | null> {
  const now = clock.now()
  const isPossible = ({ sessionId, payload }: OneTimeRecord): boolean => {
    const isOwnSession = sessionId === null || sessionId === caller?.session.id
    return isOwnSession && payload.origin === origin && Number(payload.notBefore) <= now
  }
  if (body.challenge !== undefined) {
    const row = await storage.oneTime.find(project.id, challengeId(project, body.challenge))
    if (row === null || !row.identifier.startsWith(networkIdentifier(wallet, ''))) return null
    // Consuming the row rejects one that is used or expired.
    const isOpen = purposes.includes(row.purpose) && isPossible(row)
    return isOpen && (await isSignedBy(wallet, body.challenge, body.signature)) ? row : null
  }
  const limited = { now, limit: maxVerified }
  const realm = projectRealm(project.id)
  const own = networkIdentifier(wallet, client.prefix)
  const ofNetwork = await storage.oneTime.listLive(realm, own, purposes, limited)
  const ofAny = await storage.oneTime.listLiveByPrefix(realm, walletIdentifier(wallet), purposes, limited)
  const ordered = [...ofNetwork, ...ofAny.filter(({ identifier }) => identifier !== own)].filter(isPossible)
  for (const row of ordered.slice(0, maxVerified)) {
    const challenge = vault.open(String(row.payload.challengeSealed), challengeContext(project.id, row.id))
    if (await isSignedBy(wallet, challenge, body.signature)) return row
  }
  return null
}
