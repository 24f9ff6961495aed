import type { OAuthProvider } from '@latchkey/contract'
import type { Clock, Random } from '../core/clock-and-random.ts'
import { sha256Hex } from '../core/hash.ts'
import { randomId } from '../core/ids.ts'
import { projectRealm } from '../storage/realm.ts'
import type { OneTimeRecord, ProjectRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import { newLinkToken } from '../tokens/one-time-secrets.ts'

const lifetimeMs = 10 * 60_000

/**
 * Creates a token that starts a sign-in at an identity provider and attaches the identity to this user, whatever its
 * email address. Only the backend can request one, and only a session of that user can complete the sign-in.
 */
export async function newAttachToken(
  tx: Pick<StorageVerbs, 'oneTime'>,
  deps: { clock: Clock; random: Random },
  project: Pick<ProjectRecord, 'id' | 'environment'>,
  attachment: { accountId: string; provider: OAuthProvider },
): Promise<{ token: string; expiresAt: number }> {
  const token = newLinkToken(deps.random)
  const now = deps.clock.now()
  const row: OneTimeRecord = {
    ...projectRealm(project.id),
    id: randomId('oauth-attach', project.environment, deps.random),
    purpose: 'oauth_attach',
    tokenHash: sha256Hex(token),
    codeMac: null,
    identifier: `oauth:${attachment.provider}`,
    accountId: attachment.accountId,
    sessionId: null,
    codeChallenge: null,
    mismatches: 0,
    attempts: 0,
    payload: {},
    createdAt: now,
    expiresAt: now + lifetimeMs,
    usedAt: null,
    usedBy: null,
    voidedAt: null,
  }
  await tx.oneTime.insert(row)
  return { token, expiresAt: row.expiresAt }
}
