import type { AuthenticateResponse, CryptoWalletsAuthenticateRequest, KnownErrorType } from '@latchkey/contract'
import { audit } from '../../audit/audit.ts'
import { ProviderError } from '../../http/provider-error.ts'
import type { Call, DataOf } from '../../http/route.ts'
import { againAfterRace } from '../../identity/registration-race.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { limitFor } from '../../security/limits.ts'
import type { Caller } from '../../sessions/caller.ts'
import { factorAnswer, newFactor, proveFactor } from '../../sessions/prove-factor.ts'
import { newSessionToken } from '../../sessions/session-token.ts'
import type { OneTimePurpose, OneTimeRecord } from '../../storage/records.ts'
import { consumeChallenge } from '../../tokens/consume.ts'
import { challengeContext, walletIdentifier } from './crypto-wallets.start.ts'
import { proveWallet } from './prove-wallet.ts'
import { canonicalWallet, isSignedBy, type Wallet } from './wallet-crypto.ts'

const purposes: readonly OneTimePurpose[] = ['crypto_wallet_primary', 'crypto_wallet_secondary']
/** Each costs about a millisecond. */
const mostTried = 100
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
  const caller = await call.session()
  const signed = await findSigned(context, call, wallet, caller)
  if (signed === null) throw await refused(context, call, null, refusal)
  const token = newSessionToken(context.random)
  const proven = await againAfterRace(() =>
    storage.transaction(async (tx) => {
      const row = await consumeChallenge(tx, project.id, signed.id, clock.now(), requestId)
      if (row === null) return null
      const { user, registration, change } = await proveWallet(tx, context, { project, row, wallet, caller, refusal })
      return proveFactor(tx, context, call, {
        ...{ user, change, caller, token },
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
    throw error instanceof ProviderError ? await refused(context, call, signed, error.type) : error
  })
  if (proven === null) throw await refused(context, call, signed, refusal)
  context.metrics.oneTime(signed.purpose, 'redeemed')
  return factorAnswer(context, call, proven)
}

/**
 * Which of the open challenges was signed. A wallet names only its address, and anybody may have asked for one for
 * it since: a newer challenge does not end an older one, or strangers could keep a wallet from ever signing in.
 */
async function findSigned(
  { storage, vault, clock, config }: ProviderContext,
  { project, body, origin }: Call<CryptoWalletsAuthenticateRequest>,
  wallet: Wallet,
  caller: Caller | null,
): Promise<OneTimeRecord | null> {
  const now = clock.now()
  // Two windows of the limit may lie within the life of a challenge.
  const perWindow = limitFor('challenges_per_wallet', config.limits, project.settings.limits).limit
  const limit = Math.min(2 * perWindow, mostTried)
  const open = await storage.oneTime.live(project.id, walletIdentifier(wallet), purposes, { now, limit })
  for (const row of open) {
    const { challengeSealed, origin: askedFrom, notBefore } = row.payload
    if (row.sessionId !== null && row.sessionId !== caller?.session.id) continue
    if (askedFrom !== origin || Number(notBefore) > now) continue
    const challenge = vault.open(String(challengeSealed), challengeContext(project.id, row.id))
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
