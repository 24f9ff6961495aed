import type { AuthenticateResponse, CryptoWalletsAuthenticateRequest, KnownErrorType } from '@latchkey/contract'
import { againAfterRace } from '../../accounts/registration-race.ts'
import { audit } from '../../audit/audit.ts'
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
/** Each costs about a millisecond. */
const mostTried = 40
/** Each is read for its network alone: so many have to be asked for until the owner's own is not among them. */
const mostRead = 1_000
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
  // Each try is held against every challenge that is open.
  await takeLimits(context, call, [
    { name: 'challenges_per_wallet', key: `tries|${walletIdentifier(wallet)}|${call.client.prefix}` },
  ])
  const caller = await call.session()
  const signed = await findSigned(context, call, wallet, caller)
  if (signed === null) throw await refused(context, call, null, refusal)
  const token = newSessionToken(context.random)
  const proven = await againAfterRace(() =>
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
        // Spent all the same: a signature is one attempt.
        await consumeChallenge(tx, project.id, signed.id, clock.now(), requestId)
        return auditLimit(tx, context, call, error)
      })
    throw error instanceof ProviderError ? await refused(context, call, signed, error.type) : error
  })
  if (proven === null) throw await refused(context, call, signed, refusal)
  context.metrics.oneTime(signed.purpose, 'redeemed')
  return factorAnswer(context, call, proven)
}

/**
 * Which of the open challenges was signed. A wallet names only its address, and anybody may have asked for one for
 * it since: a newer challenge does not end an older one, or strangers could keep a wallet from ever signing in. Those
 * that were asked for from the same network come first; people do change networks on the way.
 */
async function findSigned(
  { storage, vault, clock }: ProviderContext,
  { project, body, origin, client }: Call<CryptoWalletsAuthenticateRequest>,
  wallet: Wallet,
  caller: Caller | null,
): Promise<OneTimeRecord | null> {
  const now = clock.now()
  const open = await storage.oneTime.listLive(project.id, walletIdentifier(wallet), purposes, { now, limit: mostRead })
  const possible = open.filter(({ sessionId, payload }) => {
    const isTheirs = sessionId === null || sessionId === caller?.session.id
    return isTheirs && payload.origin === origin && Number(payload.notBefore) <= now
  })
  const isNear = ({ payload }: OneTimeRecord): boolean => payload.network === client.prefix
  const nearFirst = [...possible.filter(isNear), ...possible.filter((row) => !isNear(row))]
  for (const row of nearFirst.slice(0, mostTried)) {
    const challenge = vault.open(String(row.payload.challengeSealed), challengeContext(project.id, row.id))
    if (await isSignedBy(wallet, challenge, body.signature)) return row
  }
  return null
}

async function refused(
  context: ProviderContext,
  call: Call<unknown>,
  row: OneTimeRecord | null,
  type: KnownErrorType,
): Promise<ProviderError> {
  if (row) context.metrics.oneTime(row.purpose, 'refused')
  await audit(context.storage, context, call, {
    event: 'crypto_wallet_authenticate',
    result: 'refused',
    errorType: type,
    userId: row?.userId ?? null,
    targetId: row?.id ?? null,
  })
  return new ProviderError(type)
}
