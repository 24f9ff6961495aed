// A test is a sign-in with a connection that starts no session. A browser takes it, and who started it reads the result.
import type { B2bSsoGetTestResponse, B2bSsoStartTestResponse, SsoTestResult } from '@latchkey/contract/b2b'
import { audit } from '../../audit/audit.ts'
import { sha256Hex } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { rfc3339 } from '../../core/rfc3339.ts'
import type { DataOf } from '../../core/route.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { OneTimeRecord, ProjectRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { consumeToken } from '../../tokens/consume.ts'
import { newFlowRow, openFlowRow } from '../../tokens/flow-row.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'
import { type ConnectionContext, type ConnectionSource, entry } from './store-connection.ts'

/** What a browser needs to know to take a test. */
export interface StartedTest {
  connectionId: string
  organizationId: string
  /** The revision of the connection whose settings are tested. */
  revision: number
  /** The hash of the token that reads the result. */
  resultHash: string
}

const startLifetimeMs = 10 * 60_000
const resultLifetimeMs = 60 * 60_000

export async function startConnectionTest(
  context: ConnectionContext,
  { source, organization }: Pick<ConnectionSource, 'source' | 'organization'>,
  connectionId: string,
): Promise<DataOf<B2bSsoStartTestResponse>> {
  const { storage, clock, random, baseUrl } = context
  const { project } = source
  const realm = organizationRealm(organization)
  const record = await storage.ssoConnections.get(realm, connectionId)
  if (record === null) throw new ProviderError('sso_connection_not_found')
  if (record.status !== 'active') throw new ProviderError('requires_active_sso_connection')
  const [token, testId] = [newLinkToken(random), newLinkToken(random)]
  const content: StartedTest = {
    ...{ connectionId, organizationId: organization.id, revision: record.revision, resultHash: sha256Hex(testId) },
  }
  const row = newFlowRow(context, {
    ...{ kind: 'sso', environment: project.environment, realm, purpose: 'sso_test', accountId: null },
    ...{ identifier: `sso:${connectionId}`, content, tokenHash: sha256Hex(token), codeChallenge: null },
    lifetimeMs: startLifetimeMs,
  })
  await storage.transaction(async (tx) => {
    await tx.oneTime.insert(row)
    await audit(tx, context, source, entry('sso_connection_test', record))
  })
  const query = new URLSearchParams({ connection_id: connectionId, token })
  return {
    test_id: testId,
    test_url: `${baseUrl}/v1/public/sso/test?${query}`,
    expires_at: rfc3339(clock.now() + startLifetimeMs),
  }
}

/** Spends the token of the test URL; null if it is dead, or of another connection. */
export async function spendTestToken(
  { storage, vault, clock }: Pick<ProviderContext, 'storage' | 'vault' | 'clock'>,
  { id: projectId }: Pick<ProjectRecord, 'id'>,
  { token, connectionId, usedBy }: { token: string; connectionId: string; usedBy: string },
): Promise<StartedTest | null> {
  const presented = { projectId, tokenHash: sha256Hex(token), purposes: ['sso_test'] as const, now: clock.now() }
  const found = await storage.oneTime.findUsable(presented)
  if (found?.identifier !== `sso:${connectionId}`) return null
  const row = await consumeToken(storage, { ...presented, challenge: null, usedBy })
  return row && openFlowRow<StartedTest>(vault, row)
}

/** The row of a result. */
export function newTestResult(
  context: Pick<ProviderContext, 'vault' | 'clock' | 'random'>,
  project: ProjectRecord,
  { connectionId, organizationId, resultHash }: StartedTest,
  result: SsoTestResult,
): OneTimeRecord {
  return newFlowRow(context, {
    ...{ kind: 'sso', environment: project.environment, realm: { projectId: project.id, organizationId } },
    ...{ purpose: 'sso_test_result', accountId: null, identifier: `sso:${connectionId}`, content: result },
    ...{ tokenHash: resultHash, codeChallenge: null, lifetimeMs: resultLifetimeMs },
  })
}

export async function readConnectionTest(
  { storage, vault, clock }: ConnectionContext,
  { organization }: Pick<ConnectionSource, 'organization'>,
  { connectionId, testId }: { connectionId: string; testId: string },
): Promise<DataOf<B2bSsoGetTestResponse>> {
  const realm = organizationRealm(organization)
  if ((await storage.ssoConnections.get(realm, connectionId)) === null)
    throw new ProviderError('sso_connection_not_found')
  const row = await findResult(storage, { projectId: organization.projectId, testId, now: clock.now() })
  const isOwn = row?.organizationId === organization.id && row.identifier === `sso:${connectionId}`
  if (!isOwn) return { status: 'waiting', result: null }
  return { status: 'finished', result: openFlowRow<SsoTestResult>(vault, row) }
}

function findResult(
  storage: Pick<StorageVerbs, 'oneTime'>,
  { projectId, testId, now }: { projectId: string; testId: string; now: number },
): Promise<OneTimeRecord | null> {
  return storage.oneTime.findUsable({ projectId, tokenHash: sha256Hex(testId), purposes: ['sso_test_result'], now })
}
