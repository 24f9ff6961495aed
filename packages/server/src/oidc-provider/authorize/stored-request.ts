import { brandPrefix } from '@latchkey/contract'
import { sha256Hex } from '../../core/hash.ts'
import { randomId } from '../../core/ids.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { projectRealm } from '../../storage/realm.ts'
import type { OneTimeRecord, ProjectRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { consumeToken } from '../../tokens/consume.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'
import { type Params, toParams } from '../protocol/params.ts'

/** Long enough for a sign-in during the request, also with a delayed email. */
const lifetimeMs = 60 * 60_000
const prefix = `${brandPrefix}_request_`

type StoredRequestContext = Pick<ProviderContext, 'storage' | 'vault' | 'clock'>

/**
 * An authorization request, stored while the user is on the consent page. That page forwards eight parameters only;
 * `prompt`, which it forwards unread, carries the reference to the stored request as an additional value.
 */
export function newStoredRequest(
  context: Pick<ProviderContext, 'vault' | 'clock' | 'random'>,
  project: ProjectRecord,
  params: Params,
): { reference: string; row: OneTimeRecord } {
  const { vault, clock, random } = context
  const token = newLinkToken(random)
  const id = randomId('oauth-request', project.environment, random)
  const now = clock.now()
  const pairs = [...params].flatMap(([name, values]) => values.map((value) => [name, value]))
  const row: OneTimeRecord = {
    ...projectRealm(project.id),
    id,
    purpose: 'oauth_request',
    tokenHash: sha256Hex(token),
    codeMac: null,
    identifier: `oauth_request:${id}`,
    accountId: null,
    sessionId: null,
    codeChallenge: null,
    mismatches: 0,
    attempts: 0,
    payload: { sealed: vault.seal(JSON.stringify(pairs), sealContext(project.id, id)) },
    createdAt: now,
    expiresAt: now + lifetimeMs,
    usedAt: null,
    usedBy: null,
    voidedAt: null,
  }
  return { reference: `${prefix}${token}`, row }
}

export interface StoredRequest {
  params: Params
  storedAt: number
  tokenHash: string
}

/** Is this value of `prompt` a reference to a stored request? */
export function isReference(value: string): boolean {
  return value.startsWith(prefix)
}

/** The stored request that a `prompt` refers to, or null. A request that was answered or has expired is rejected. */
export async function findStoredRequest(
  context: StoredRequestContext,
  project: ProjectRecord,
  prompt: string | undefined,
): Promise<StoredRequest | null> {
  const reference = prompt?.split(' ').find(isReference)
  if (reference === undefined) return null
  const tokenHash = sha256Hex(reference.slice(prefix.length))
  const row = await context.storage.oneTime.findByTokenHash(project.id, tokenHash)
  if (row === null || !isOpen(row, context.clock.now())) throw new ProviderError('oauth_request_expired')
  const pairs = JSON.parse(context.vault.open(String(row.payload.sealed), sealContext(project.id, row.id)))
  return { params: toParams(pairs as [string, string][]), storedAt: row.createdAt, tokenHash }
}

/** Each stored request is consumed once. */
export async function consumeStoredRequest(
  tx: Pick<StorageVerbs, 'oneTime'>,
  project: ProjectRecord,
  { tokenHash }: StoredRequest,
  now: number,
  usedBy: string,
): Promise<boolean> {
  const purposes = ['oauth_request'] as const
  return (await consumeToken(tx, { projectId: project.id, tokenHash, purposes, challenge: null, now, usedBy })) !== null
}

function isOpen({ purpose, usedAt, voidedAt, expiresAt }: OneTimeRecord, now: number): boolean {
  return purpose === 'oauth_request' && usedAt === null && voidedAt === null && expiresAt > now
}

function sealContext(projectId: string, id: string): string {
  return `oauth_request:${projectId}:${id}`
}
