import type { Caller } from '../../core/caller.ts'
import { sha256Hex } from '../../core/hash.ts'
import { randomId } from '../../core/ids.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { clientView } from '../../oauth-clients/client-view.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { realmOf } from '../../storage/realm.ts'
import type { OneTimeRecord, ProjectRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { consumeChallenge } from '../../tokens/consume.ts'
import type { AuthorizeRequest } from './authorize-request.ts'
import type { ConsentFields } from './consent-request.ts'

/** The lifetime of a stored authorization request. */
const lifetimeMs = 60 * 60_000
/** Open consent pages of one session. The oldest row is deleted when one more page is opened. */
const perSession = 32
const purposes = ['oauth_consent'] as const

/** What a consent page showed to the user of one session, and what its answer may therefore grant. */
export interface ConsentPrompt {
  id: string
  /** The scope parameter of the page. An answer may name fewer scopes, not others. */
  scope: string
  /** The user was asked. If not, an answer cannot carry consent. */
  isRequired: boolean
  /** Digest of the application and the scopes as the page showed them. */
  digest: string
}

interface NewConsentPrompt {
  fields: ConsentFields
  request: AuthorizeRequest
  grantable: readonly string[]
  isRequired: boolean
  /** The request came through the authorization endpoint, so its reference names this request alone. */
  isStored: boolean
}

/** Stores what the response to `authorize/start` tells the page to show. */
export async function storeConsentPrompt(
  { storage, clock, random }: Pick<ProviderContext, 'storage' | 'clock' | 'random'>,
  project: ProjectRecord,
  { session, account }: Caller,
  shown: NewConsentPrompt,
): Promise<void> {
  const { fields, isRequired } = shown
  const now = clock.now()
  const identifier = identifierOf(session.id)
  const row: OneTimeRecord = {
    ...realmOf(account),
    id: randomId('oauth-consent', project.environment, random),
    purpose: 'oauth_consent',
    tokenHash: null,
    codeMac: null,
    identifier,
    accountId: account.id,
    sessionId: session.id,
    codeChallenge: null,
    mismatches: 0,
    attempts: 0,
    payload: {
      ...{ request: requestHash(fields), details: detailsHash(fields) },
      ...{ scope: fields.scope, isRequired, digest: consentPromptDigest(project, shown.request, shown.grantable) },
    },
    createdAt: now,
    expiresAt: now + lifetimeMs,
    usedAt: null,
    usedBy: null,
    voidedAt: null,
  }
  const isSame = ({ payload }: OneTimeRecord): boolean =>
    (shown.isStored || row.payload.details !== null) &&
    (['request', 'details', 'scope'] as const).every((name) => payload[name] === row.payload[name])
  await storage.transaction(async (tx) => {
    // Locks the session, so that starts at the same time cannot exceed the limit.
    if (!(await tx.sessions.touch(project.id, session.id, { lastAccessedAt: now }, now)))
      throw new ProviderError('user_unauthenticated')
    const open = await tx.oneTime.listLive(account, identifier, purposes, { now, limit: 2 * perSession })
    const retained = open.filter((one) => !isSame(one)).slice(0, perSession - 1)
    for (const one of open) if (!retained.includes(one)) await tx.oneTime.remove(project.id, one.id)
    await tx.oneTime.insert(row)
  })
}

/**
 * The stored request that an answer belongs to; null if this session was not shown such a request, or has answered it.
 * Clients send the parameters again and no handle, so it is found by comparing them.
 */
export async function findConsentPrompt(
  { storage, clock }: Pick<ProviderContext, 'storage' | 'clock'>,
  { session, account }: Caller,
  fields: ConsentFields,
): Promise<ConsentPrompt | null> {
  const now = clock.now()
  const open = await storage.oneTime.listLive(account, identifierOf(session.id), purposes, {
    now,
    limit: perSession,
  })
  const [request, details] = [requestHash(fields), detailsHash(fields)]
  const named = scopeSet(fields.scope)
  const found = open
    .map(({ id, payload }) => ({ ...(payload as unknown as ConsentPrompt & Hashes), id }))
    // Clients on the older wire form name the details in the answer only.
    .filter((row) => row.request === request && (row.details === null || row.details === details))
    .filter((row) => [...named].every((scope) => scopeSet(row.scope).has(scope)))
    .sort((one, other) => scopeSet(one.scope).size - scopeSet(other.scope).size)
  return found[0] ?? null
}

interface Hashes {
  request: string
  details: string | null
}

/** One answer for each stored request. */
export async function consumeConsentPrompt(
  tx: Pick<StorageVerbs, 'oneTime'>,
  project: ProjectRecord,
  { id }: ConsentPrompt,
  now: number,
  usedBy: string,
): Promise<boolean> {
  return (await consumeChallenge(tx, project.id, id, now, usedBy)) !== null
}

/** Changes with everything the user decides about: the client application, the redirect URI and what each scope permits. */
export function consentPromptDigest(
  { settings }: ProjectRecord,
  { client, redirectUri }: AuthorizeRequest,
  grantable: readonly string[],
): string {
  const { scopes, redirectUris, source } = client
  const definitions = settings.rbacPolicy.scopes.filter(({ scope }) => grantable.includes(scope))
  return sha256Hex(
    JSON.stringify([clientView(client), source, scopes, redirectUris, redirectUri, grantable, definitions]),
  )
}

/** What every client names in both calls. */
function requestHash({ client_id, redirect_uri, response_type, prompt = '' }: ConsentFields): string {
  return sha256Hex(JSON.stringify([client_id, redirect_uri, response_type, prompt]))
}

/** Null if the call names none of them. */
function detailsHash({ code_challenge = '', state = '', nonce = '' }: ConsentFields): string | null {
  const details = [code_challenge, state, nonce]
  return details.every((one) => one === '') ? null : sha256Hex(JSON.stringify(details))
}

function scopeSet(scope: string): ReadonlySet<string> {
  return new Set(scope.split(' ').filter(Boolean))
}

function identifierOf(sessionId: string): string {
  return `oauth_consent:${sessionId}`
}
