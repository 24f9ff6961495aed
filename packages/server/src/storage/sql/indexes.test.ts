import { type CompiledQuery, Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '../migrations/migrate.ts'
import { migrations } from '../migrations/migrations.ts'
import { organizationRealm, projectRealm } from '../realm.ts'
import type { SsoAttemptRecord, SsoCertificateRecord } from '../sso-connections.ts'
import type { Storage } from '../storage.ts'
import {
  sampleAccount,
  sampleAudit,
  sampleKey,
  sampleMember,
  sampleMessage,
  sampleNow,
  sampleOAuthCredentials,
  sampleOneTime,
  sampleOrganization,
  sampleProject,
  sampleRegistration,
  sampleSession,
  sampleSsoConnection,
} from '../testing/sample.ts'
import { createSqliteDatabase, createSqliteDialect } from './engine/sqlite-driver.ts'
import { sqliteEngine } from './engine/sqlite-errors.ts'
import type { Tables } from './engine/tables.ts'
import { createSqlStorage } from './sql-storage.ts'

const now = sampleNow
const project = sampleProject()
const account = sampleAccount(project.id)
const session = sampleSession(account)
const organization = sampleOrganization(project.id)
const realm = organizationRealm(organization)
const member = sampleMember(realm)
const connection = sampleSsoConnection(realm)
const certificate: SsoCertificateRecord = {
  ...{ ...realm, connectionId: connection.id, id: 'c', fingerprint: 'AB', pem: 'PEM', source: 'admin' },
  ...{ notBefore: now, notAfter: now, createdAt: now, listedAt: null, lastUsedAt: null, retiredAt: null },
  warnedDays: null,
}
const attempt: SsoAttemptRecord = {
  ...{ ...realm, connectionId: connection.id, id: 'a', kind: 'sign_in', result: 'rejected', code: null },
  ...{ details: {}, createdAt: now },
}
const direct = { sourceKind: 'direct_assignment', sourceId: '' } as const
const policy = { threshold: 10, baseMs: 1, maxMs: 1, hardCap: 100 }
const owner = { projectId: project.id, organizationId: 'o' }
const checkResult = {
  ...({ state: 'verified', verifiedAt: now, claimedAt: null } as const),
  ...{ checkedAt: now, failures: 0, nextCheckAt: now },
}
const rotation = { tokenHash: 'x', prevValidUntil: now, factors: [], lastAccessedAt: now, expiresAt: now + 1 }

/** One more than are sealed by one statement. */
const links = Array.from({ length: 33 }, (_, seq) => ({
  projectId: project.id,
  id: `a${seq}`,
  seq,
  prevHash: '',
  hash: 'h',
}))

/** Every verb once. */
const calls: Record<string, (storage: Storage) => Promise<unknown>> = {
  'projects.insert': ({ projects }) => projects.insert(project),
  'projects.get': ({ projects }) => projects.get(project.id),
  'projects.findByPublicToken': ({ projects }) => projects.findByPublicToken(project.publicToken),
  'projects.updateSettings': ({ projects }) => projects.updateSettings(project.id, 1, project.settings),
  'keys.insert': ({ keys }) => keys.insert(sampleKey(project.id, { kid: 'k' })),
  'keys.list': ({ keys }) => keys.list(project.id),
  'keys.setState': ({ keys }) => keys.setState(project.id, 'k', 'active', now),
  'accounts.insert': ({ accounts }) => accounts.insert(account),
  'accounts.get': ({ accounts }) => accounts.get(project.id, account.id),
  'accounts.findByRegistration': ({ accounts }) =>
    accounts.findByRegistration(projectRealm(project.id), 'email', 'a@b.c'),
  'accounts.addRegistration': ({ accounts }) => accounts.addRegistration(sampleRegistration(account)),
  'accounts.verifyRegistration': ({ accounts }) => accounts.verifyRegistration(project.id, 'r', now),
  'accounts.removeRegistration': ({ accounts }) => accounts.removeRegistration(project.id, account.id, 'email', 'r'),
  'accounts.update': ({ accounts }) => accounts.update(project.id, account.id, { roles: [] }, now),
  'accounts.list': ({ accounts }) => accounts.list(projectRealm(project.id), { limit: 50 }),
  'accounts.search': ({ accounts }) => accounts.search(projectRealm(project.id), 'email', 'a', { limit: 50 }),
  'accounts.findByExternalId': ({ accounts }) => accounts.findByExternalId(projectRealm(project.id), 'x'),
  'oauthCredentials.set': ({ oauthCredentials }) => oauthCredentials.set(sampleOAuthCredentials(project.id)),
  'oauthCredentials.get': ({ oauthCredentials }) => oauthCredentials.get(project.id, 'google'),
  'oauthCredentials.list': ({ oauthCredentials }) => oauthCredentials.list(project.id),
  'oauthCredentials.findByCallbackId': ({ oauthCredentials }) => oauthCredentials.findByCallbackId('unknown'),
  'oauthCredentials.remove': ({ oauthCredentials }) => oauthCredentials.remove(project.id, 'github'),
  'sessions.insert': ({ sessions }) => sessions.insert(session),
  'sessions.findByTokenHash': ({ sessions }) => sessions.findByTokenHash(project.id, 'unknown', now),
  'sessions.list': ({ sessions }) => sessions.list(project.id, account.id, { now, limit: 50 }),
  'sessions.get': ({ sessions }) => sessions.get(project.id, session.id),
  'sessions.touch': ({ sessions }) => sessions.touch(project.id, session.id, { lastAccessedAt: now }, now),
  'sessions.touch with an expiry': ({ sessions }) =>
    sessions.touch(project.id, session.id, { lastAccessedAt: now, expiresAt: now + 1 }, now),
  'sessions.rotate': ({ sessions }) => sessions.rotate(project.id, session.id, rotation, now),
  'sessions.revoke': ({ sessions }) => sessions.revoke(project.id, session.id, now),
  'sessions.revokeForSubject': ({ sessions }) => sessions.revokeForSubject(project.id, account.id, now),
  'sessions.revokeForGrant': ({ sessions }) => sessions.revokeForGrant(project.id, 'g', now),
  'sessions.revokeForClient': ({ sessions }) => sessions.revokeForClient(project.id, 'c', now),
  'oauthClients.refuse': ({ oauthClients }) => oauthClients.block(project.id, 'c', now),
  'oauthClients.admit': ({ oauthClients }) => oauthClients.unblock(project.id, 'c'),
  'oauthClients.prune': ({ oauthClients }) => oauthClients.prune(project.id, now, 500),
  'oauthClients.isRefused': ({ oauthClients }) => oauthClients.isBlocked(project.id, 'c'),
  'sessions.sweep': ({ sessions }) => sessions.sweep(now, 500),
  'oneTime.insert': ({ oneTime }) => oneTime.insert(sampleOneTime(project.id)),
  'oneTime.voidEarlier': ({ oneTime }) =>
    oneTime.voidEarlier(projectRealm(project.id), 'email:a@b.c', ['otp_email', 'otp_sms'], now),
  'oneTime.consume': ({ oneTime }) =>
    oneTime.consume({
      projectId: project.id,
      tokenHash: 'h',
      purposes: ['magic_link_login'],
      challenge: 'c',
      now,
      usedBy: 'r',
    }),
  'oneTime.findByTokenHash': ({ oneTime }) => oneTime.findByTokenHash(project.id, 'h'),
  'oneTime.findUsable': ({ oneTime }) =>
    oneTime.findUsable({ projectId: project.id, tokenHash: 'h', purposes: ['magic_link_login'], now }),
  'oneTime.countMismatch': ({ oneTime }) => oneTime.countMismatch(project.id, 'o', 5, now),
  'oneTime.countGuess': ({ oneTime }) => oneTime.countGuess(project.id, 'o', ['otp_email'], 5, now),
  'oneTime.find': ({ oneTime }) => oneTime.find(project.id, 'o'),
  'oneTime.consumeById': ({ oneTime }) => oneTime.consumeById(project.id, 'o', now, 'r'),
  'oneTime.sweep': ({ oneTime }) => oneTime.sweep(now, 500),
  'lockouts.countGuess': ({ lockouts }) => lockouts.countGuess(project.id, 'u', policy, now),
  'lockouts.sweep': ({ lockouts }) => lockouts.sweep(now, 500),
  'lockouts.get': ({ lockouts }) => lockouts.get(project.id, 'u'),
  'oneTime.listLive': ({ oneTime }) =>
    oneTime.listLive(projectRealm(project.id), 'crypto_wallet:x', ['crypto_wallet_primary'], { now, limit: 10 }),
  'oneTime.listLiveByPrefix': ({ oneTime }) =>
    oneTime.listLiveByPrefix(projectRealm(project.id), 'crypto_wallet:x', ['crypto_wallet_primary'], {
      now,
      limit: 10,
    }),
  'lockouts.refundGuesses': ({ lockouts }) => lockouts.refundGuesses(project.id, { subject: 'u', share: 's' }, 1),
  'lockouts.refundCorrectGuesses': ({ lockouts }) =>
    lockouts.refundCorrectGuesses(project.id, { subject: 'u', share: 's' }, 1),
  'accounts.setRegistrationDetails': ({ accounts }) =>
    accounts.setRegistrationDetails(project.id, account.id, 'webauthn', 'r', {}),
  'passwords.find': ({ passwords }) => passwords.find(project.id, 'p'),
  'passwords.replaceIfUnchanged': ({ passwords }) => passwords.replaceIfUnchanged(project.id, 'p', 'a', 'b'),
  'passwords.remove': ({ passwords }) => passwords.remove(project.id, 'p'),
  'totps.list': ({ totps }) => totps.list(project.id, account.id),
  'totps.listRecoveryCodes': ({ totps }) => totps.listRecoveryCodes(project.id, account.id),
  'totps.removeRecoveryCodes': ({ totps }) => totps.removeRecoveryCodes(project.id, account.id, 't'),
  'totps.useStep': ({ totps }) => totps.useStep(project.id, 't', 1, now),
  'totps.useRecoveryCode': ({ totps }) => totps.useRecoveryCode(project.id, 'c', now, 'r'),
  'passkeys.get': ({ passkeys }) => passkeys.get(project.id, 'p'),
  'passkeys.list': ({ passkeys }) => passkeys.list(project.id, account.id),
  'passkeys.isKnown': ({ passkeys }) => passkeys.isKnown('example.com', 'c'),
  'passkeys.recordUse': ({ passkeys }) => passkeys.recordUse(project.id, 'p', { signCount: 1, backedUp: false }, now),
  'lockouts.clear': ({ lockouts }) => lockouts.clear(project.id, 'u'),
  'limits.consume': ({ limits }) => limits.consume(project.id, 'k', { limit: 1, windowMs: 1000 }, now),
  'limits.take beyond the limit': ({ limits }) => limits.consume(project.id, 'k', { limit: 1, windowMs: 1000 }, now),
  'limits.sweep': ({ limits }) => limits.sweep(now, 500),
  'outbox.enqueue': ({ outbox }) => outbox.enqueue(sampleMessage(project.id)),
  'outbox.lease': ({ outbox }) => outbox.lease({ now, leaseMs: 1000, limit: 10 }),
  'outbox.markDelivered': ({ outbox }) => outbox.markDelivered(project.id, 'm', now),
  'outbox.retry': ({ outbox }) => outbox.retry(project.id, 'm', now),
  'outbox.extendLease': ({ outbox }) => outbox.extendLease(project.id, 'm', now),
  'outbox.markFailed': ({ outbox }) => outbox.markFailed(project.id, 'm', now),
  'outbox.expire': ({ outbox }) => outbox.expire(now, 500),
  'outbox.countQueued': ({ outbox }) => outbox.countQueued(now),
  'outbox.sweep': ({ outbox }) => outbox.sweep(now, 500),
  'audit.append': ({ audit }) => audit.append(...links.map(({ id }) => sampleAudit(project.id, { id }))),
  'audit.listUnsealed': ({ audit }) => audit.listUnsealed(500),
  'audit.getLastSealed': ({ audit }) => audit.getLastSealed(project.id),
  'audit.seal': ({ audit }) => audit.seal(links),
  'audit.list': ({ audit }) => audit.list(project.id, { afterSeq: 0, limit: 500 }),
  'events.sweep': ({ events }) => events.sweep(now, 500),
  'templates.get': ({ templates }) => templates.get(project.id, 't'),
  'templates.list': ({ templates }) => templates.list(project.id),
  'templates.remove': ({ templates }) => templates.remove(project.id, 't'),
  'suppressions.get': ({ suppressions }) => suppressions.get('sms', '+1'),
  'suppressions.add': ({ suppressions }) =>
    suppressions.add({ channel: 'sms', address: '+1', reason: 'unsubscribed', createdAt: now }),
  'suppressions.remove': ({ suppressions }) => suppressions.remove('sms', '+1', ['bounced', 'unsubscribed']),
  'usedNonces.consume': ({ usedNonces }) => usedNonces.consume(project.id, 'm', now),
  'usedNonces.sweep': ({ usedNonces }) => usedNonces.sweep(now, 500),
  'connectedApps.list': ({ connectedApps }) => connectedApps.list(project.id, account.id),
  'connectedApps.listOfOrganization': ({ connectedApps }) => connectedApps.listOfOrganization(realm),
  'connectedApps.listOfMembers': ({ connectedApps }) => connectedApps.listOfMembers(realm, 'a'),
  'connectedApps.revoke': ({ connectedApps }) => connectedApps.revoke(project.id, account.id, 'a'),
  'organizations.get': ({ organizations }) => organizations.get(project.id, 'o'),
  'organizations.getBySlug': ({ organizations }) => organizations.getBySlug(project.id, 'o'),
  'organizations.update': ({ organizations }) => organizations.update(project.id, 'o', 1, { name: 'x' }, now),
  'organizations.suspend': ({ organizations }) => organizations.suspend(project.id, realm.organizationId, now, now),
  'organizations.sweep': ({ organizations }) => organizations.sweep(now, 9),
  'organizations.listByTenants': ({ organizations }) => organizations.listByTenants(project.id, 'google', ['x'], 9),
  'organizations.list': ({ organizations }) => organizations.list(project.id, { limit: 50 }),
  'organizations.listWithEmailJit': ({ organizations }) => organizations.listWithEmailJit(project.id, { limit: 50 }),
  'members.insert': async ({ members, organizations }) => {
    await organizations.insert(organization)
    return members.insert(member)
  },
  'members.get': ({ members }) => members.get(realm, 'm'),
  'members.findByEmail': ({ members }) => members.findByEmail(realm, 'a@b.c'),
  'members.findByRegistrationId': ({ members }) => members.findByRegistrationId(realm, 'password', 'p'),
  'members.findByExternalId': ({ members }) => members.findByExternalId(realm, 'x'),
  'members.listMemberships': ({ members }) => members.listMemberships(project.id, 'a@b.c', { limit: 50 }),
  'roles.replace': ({ roles }) => roles.replace(realm, member.id, direct, ['r', 's']),
  'roles.replace with none': ({ roles }) => roles.replace(realm, member.id, direct, []),
  'roles.removeSource': ({ roles }) => roles.removeSource(realm, direct),
  'roles.listMembers': ({ roles }) => roles.listMembers(realm, 'r'),
  'roles.insertCustom': ({ roles }) =>
    roles.insertCustom({ ...realm, roleId: 'r', description: '', permissions: [], createdAt: now, updatedAt: now }),
  'roles.updateCustom': ({ roles }) => roles.updateCustom(realm, 'r', { description: 'x' }, now),
  'roles.removeCustom': ({ roles }) => roles.removeCustom(realm, 'r'),
  'members.list': ({ members }) => members.list(realm, { limit: 50 }),
  'members.list of a status': ({ members }) => members.list(realm, { limit: 50, status: 'active' }),
  'sessions.findByTokenHash of a member': async ({ sessions }) => {
    await sessions.insert(
      sampleSession(member.account, {
        subjectKind: 'member',
        organizationId: organization.id,
        id: 'm',
        tokenHash: 'member',
      }),
    )
    return sessions.findByTokenHash(project.id, 'member', now)
  },
  'members.search': ({ members }) => members.search(realm, { operator: 'AND', includesDeleted: false }, { limit: 50 }),
  'members.search of named members': ({ members }) =>
    members.search(realm, { operator: 'AND', keys: [['a@b.c']], includesDeleted: false }, { limit: 50 }),
  'members.search of one of two filters': ({ members }) =>
    members.search(realm, { operator: 'OR', nameParts: ['a'], roles: [['*']], includesDeleted: false }, { limit: 50 }),
  'invitations.set': ({ invitations }) =>
    invitations.set({
      ...{ projectId: project.id, organizationId: organization.id, memberId: member.id, address: 'a@b.c' },
      ...{ state: 'sent', sentAt: now, expiresAt: now },
    }),
  'invitations.change': ({ invitations }) => invitations.change(realm, 'm', { from: ['sent'], to: 'opened' }),
  'invitations.bounce': ({ invitations }) => invitations.bounce('a@b.c'),
  'invitations.list': ({ invitations }) => invitations.list(realm, ['m']),
  'organizations.get with a connection': async ({ organizations, ssoConnections }) => {
    await ssoConnections.insert(connection, 20)
    return organizations.get(project.id, realm.organizationId)
  },
  'ssoConnections.get': ({ ssoConnections }) => ssoConnections.get(realm, connection.id),
  'ssoConnections.list': ({ ssoConnections }) => ssoConnections.list(realm),
  'ssoConnections.findById': ({ ssoConnections }) => ssoConnections.findById(connection.id),
  'ssoConnections.lockRow': ({ ssoConnections }) => ssoConnections.lockRow(realm, connection.id),
  'ssoConnections.update': ({ ssoConnections }) =>
    ssoConnections.update(realm, connection.id, 1, { displayName: 'x' }, now),
  'ssoConnections.recordTest': ({ ssoConnections }) => ssoConnections.recordTest(realm, connection.id, 1, now),
  'ssoConnections.claimMetadataRead': ({ ssoConnections }) =>
    ssoConnections.claimMetadataRead(realm, connection.id, { now, notAfter: now }),
  'ssoConnections.takeDue': ({ ssoConnections }) => ssoConnections.takeDue({ now, nextCheckAt: now + 1, limit: 50 }),
  'ssoCertificates.insert': ({ ssoCertificates }) => ssoCertificates.insert(certificate),
  'ssoCertificates.list': ({ ssoCertificates }) => ssoCertificates.list(realm, connection.id),
  'ssoCertificates.update': ({ ssoCertificates }) =>
    ssoCertificates.update(realm, connection.id, 'c', { retiredAt: now }),
  'ssoCertificates.recordUse': ({ ssoCertificates }) => ssoCertificates.recordUse(realm, connection.id, 'AB', now),
  'ssoCertificates.remove': ({ ssoCertificates }) => ssoCertificates.remove(realm, connection.id, 'c'),
  'ssoAttempts.insert': ({ ssoAttempts }) => ssoAttempts.insert(attempt, 50),
  'ssoAttempts.list': ({ ssoAttempts }) => ssoAttempts.list(realm, connection.id, 50),
  'ssoAttempts.sweep': ({ ssoAttempts }) => ssoAttempts.sweep(now, 50),
  'ssoConnections.remove': ({ ssoConnections }) => ssoConnections.remove(realm, connection.id),
  'organizations.lockRow': ({ organizations }) => organizations.lockRow(project.id, realm.organizationId),
  'members.recordBreakGlassSignIn': ({ members }) => members.recordBreakGlassSignIn(realm, member.id, now),
  'members.listBreakGlassSignIns': ({ members }) => members.listBreakGlassSignIns(realm),
  'invitations.listOfOrganization': ({ invitations }) => invitations.listOfOrganization(realm, {}, { limit: 50 }),
  'members.lockRow': ({ members }) => members.lockRow(realm, member.id),
  'members.update': ({ members }) => members.update(realm, member.id, { name: 'x' }, now),
  'members.remove': ({ members }) => members.remove(realm, member.id, now),
  'organizations.remove': ({ organizations }) => organizations.remove(project.id, realm.organizationId, now),
  'organizationDomains.get': ({ organizationDomains }) => organizationDomains.get(owner, 'acme.example'),
  'organizationDomains.list': ({ organizationDomains }) => organizationDomains.list(owner),
  'organizationDomains.findVerified': ({ organizationDomains }) =>
    organizationDomains.findVerified(project.id, 'acme.example'),
  'organizationDomains.lockByDomain': ({ organizationDomains }) =>
    organizationDomains.lockByDomain(project.id, 'acme.example'),
  'organizationDomains.update': ({ organizationDomains }) =>
    organizationDomains.update(owner, 'acme.example', checkResult),
  'organizationDomains.remove': ({ organizationDomains }) => organizationDomains.remove(owner, 'acme.example'),
  'organizationDomains.takeDue': ({ organizationDomains }) =>
    organizationDomains.takeDue({ now, nextCheckAt: now + 1, limit: 50 }),
  'leases.acquire': ({ leases }) => leases.acquire('l', 'h', 1000, now),
  'leases.release': ({ leases }) => leases.release('l', 'h'),
  'sealed.list': ({ sealed }) => sealed.list('recovery_codes', { projectId: project.id, id: 'x' }, 10),
  'sealed.replace': ({ sealed }) => sealed.replace('totps', { projectId: project.id, id: 'x', sealed: 'a' }, 'b'),
}

describe('every statement finds its rows with an index', () => {
  const queries: CompiledQuery[] = []
  const db = new Kysely<Tables>({
    dialect: createSqliteDialect({ path: ':memory:' }),
    log: (event) => {
      queries.push(event.query)
    },
  })
  const storage = createSqlStorage(db, sqliteEngine)
  beforeAll(() => migrate(db, { engine: 'sqlite', clock: { now: () => now }, migrations }))
  afterAll(() => storage.close())

  it.each(Object.entries(calls))('%s', async (name, call) => {
    queries.length = 0
    await call(storage)
    const statements = queries.filter(({ sql: text }) => !/^(begin|commit)/.test(text))
    expect(statements.length).toBeGreaterThan(0)
    for (const { sql: text, parameters } of statements) {
      const explain = { ...sql.raw(`explain query plan ${text}`).compile(db), parameters }
      const { rows } = await db.executeQuery(explain)
      const steps = rows.map((row) => String(Object(row).detail))
      expect(steps.filter((step) => grows(step, steps) && !handful.has(`${name}: ${step}`))).toEqual([])
    }
  })
})

describe('no statement is planned again for each run', () => {
  const statements = new Set<string>()
  const database = createSqliteDatabase({ path: ':memory:', onStatement: (text) => statements.add(text) })
  const db = new Kysely<Tables>({ dialect: database.dialect })
  const storage = createSqlStorage(db, sqliteEngine, database)
  beforeAll(() => migrate(db, { engine: 'sqlite', clock: { now: () => now }, migrations }))
  afterAll(() => storage.close())

  it('because a bound value decides whether a partial index applies', async () => {
    const { rows } = await sql<{ sql: string }>`select sql from sqlite_schema where type = 'index'`.execute(db)
    // The columns that such indexes ask for: "… on outbox (next_attempt_at) where state = 'queued'".
    const partial = rows.flatMap(({ sql: text }) => /on (\w+) .* where (\w+) = '/.exec(text ?? '')?.slice(1, 3) ?? [])
    expect(partial).toEqual([
      'users',
      'status',
      'registrations',
      'kind',
      'outbox',
      'state',
      'organization_domains',
      'state',
    ])
    statements.clear()
    for (const call of Object.values(calls)) await call(storage)
    const condition = /\b(where|and|or|on) \(*("\w+"\.)?"(state|status|kind)" = \?/
    expect([...statements].filter((text) => condition.test(text))).toEqual([])
  })
})

/**
 * A project has a few keys, a wallet a few challenges at a time, a user a few sessions: sorting them costs nothing.
 * The outbox has four channels. Admins rarely ask for the consents of their organization.
 */
const handful = new Set([
  ...['keys.list', 'oneTime.listLive', 'sessions.list'].map((name) => `${name}: USE TEMP B-TREE FOR ORDER BY`),
  'members.search of named members: USE TEMP B-TREE FOR ORDER BY',
  'connectedApps.listOfOrganization: USE TEMP B-TREE FOR ORDER BY',
  'outbox.countQueued: USE TEMP B-TREE FOR GROUP BY',
])

/** Does this step read or sort more rows when the table grows? */
function grows(step: string, steps: string[]): boolean {
  if (step.startsWith('USE TEMP B-TREE')) return true
  // For each one found, through all that are in the range: by its owner it is one step.
  if (/^SEARCH earlier (?!.*user_id=\?)/.test(step)) return true
  if (!step.startsWith('SCAN')) return false
  // What the statement brings itself.
  if (/^SCAN (CONSTANT ROW|\d+ CONSTANT ROWS|\d+-ROW VALUES CLAUSE|links)$/.test(step)) return false
  // A batch that was cut out by an index just before.
  if (/^SCAN (due|late|old|consents)$/.test(step)) return false
  // The rows of a window function, which a step of its own has found.
  if (/^SCAN \(subquery-\d+\)$/.test(step)) return false
  // The page, not the table of the same name.
  if (step === 'SCAN matches') return !steps.includes('CO-ROUTINE matches')
  // A list that is a parameter.
  if (/^SCAN \w (EXISTS )?VIRTUAL TABLE INDEX/.test(step)) return false
  const [, page] = /^SCAN (users|members|owned)$/.exec(step) ?? []
  if (page) return !steps.some((other) => other === `CO-ROUTINE ${page}` || other === `MATERIALIZE ${page}`)
  // Holds only what is not sealed yet, and is read in its order up to the limit.
  return step !== 'SCAN audit USING INDEX audit_unsealed'
}
