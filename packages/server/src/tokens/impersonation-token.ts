import { type AuditSource, audit } from '../audit/audit.ts'
import type { Clock, Random } from '../core/clock-and-random.ts'
import { sha256Hex } from '../core/hash.ts'
import { randomId } from '../core/ids.ts'
import { ProviderError } from '../core/provider-error.ts'
import { projectRealm } from '../storage/realm.ts'
import type { ProjectRecord } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { newLinkToken } from './one-time-secrets.ts'

const lifetimeMs = 5 * 60_000

export interface ImpersonationToken {
  /** For `impersonation.authenticate`; it works once. */
  token: string
  expiresAt: number
}

/** The key to find all unredeemed tokens of one impersonator. */
export function impersonationIdentifier(actor: string): string {
  return `impersonation:${actor}`
}

/**
 * A token that lets an operator sign in as a user. `actor` identifies the operator: it is in every token of the session
 * and in every audit row of its requests.
 *
 * @example
 * await createImpersonationToken({ storage, clock, random }, call, { accountId, actor: 'ops@example.com' })
 */
export async function createImpersonationToken(
  deps: { storage: Storage; clock: Clock; random: Random },
  source: AuditSource & { project: ProjectRecord },
  { accountId, actor }: { accountId: string; actor: string },
): Promise<ImpersonationToken> {
  const { storage, clock, random } = deps
  const { project } = source
  const now = clock.now()
  const token = newLinkToken(random)
  const id = randomId('impersonation', project.environment, random)
  const expiresAt = now + lifetimeMs
  await storage.transaction(async (tx) => {
    const account = await tx.accounts.get(project.id, accountId)
    if (account === null || account.disabledAt !== null) throw new ProviderError('user_not_found')
    await tx.oneTime.insert({
      // In the project, also for a member: revoking an impersonator's tokens finds all of them.
      ...projectRealm(project.id),
      ...{ id, purpose: 'impersonation', tokenHash: sha256Hex(token), codeMac: null },
      ...{ identifier: impersonationIdentifier(actor), accountId, sessionId: null, codeChallenge: null },
      ...{
        mismatches: 0,
        attempts: 0,
        payload: { actor, issuedBy: source.actor?.id ?? null },
        createdAt: now,
        expiresAt,
      },
      ...{ usedAt: null, usedBy: null, voidedAt: null },
    })
    const entry = { event: 'impersonation_token_create', result: 'ok', targetId: accountId } as const
    await audit(tx, deps, { ...source, impersonator: actor }, entry)
  })
  return { token, expiresAt }
}
