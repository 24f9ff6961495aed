import { randomBytes } from 'node:crypto'
import type { AuthenticationFactor } from '@latchkey/contract'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { sha256Hex } from '../core/hash.ts'
import { rfc3339 } from '../core/rfc3339.ts'
import type { ProjectRecord } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { takeTurns } from '../storage/testing/engine-cases.ts'
import { sampleAccount, sampleNow, sampleProject } from '../storage/testing/sample.ts'
import { engines, openTestStorage } from '../testing/harness.ts'
import { newLinkToken } from '../tokens/one-time-secrets.ts'
import { readIntermediateSession, spendIntermediateSession, startIntermediateSession } from './intermediate-sessions.ts'
import { isSessionToken } from './session-token.ts'

const random = { bytes: (length: number) => randomBytes(length) }
const now = sampleNow
const at = rfc3339(now)
const link: AuthenticationFactor = {
  ...{ type: 'magic_link', delivery_method: 'email', last_authenticated_at: at, created_at: at, updated_at: at },
  email_factor: { email_id: '', email_address: 'ada@example.com' },
}
const proven = {
  memberId: null,
  organizationId: 'acme',
  address: 'ada@example.com',
  factors: [link],
  carriedOver: [],
  passwordOf: ['member-1'],
}

describe.each(engines)('intermediate sessions on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function open(change: { memberId?: string; project?: ProjectRecord } = {}) {
    const project = change.project ?? sampleProject({ vertical: 'B2B' })
    if (change.project === undefined) await storage.projects.insert(project)
    const token = newLinkToken(random)
    const input = { ...proven, memberId: change.memberId ?? null, project, token, now, random }
    const session = await startIntermediateSession(storage, input)
    return { project, token, session }
  }

  it.inTurn('keeps address, factors and organization of an unfinished sign-in', async () => {
    const { project, token, session } = await open()
    expect(session).toEqual({
      id: expect.stringMatching(/^intermediate-session-test-/),
      ...proven,
      identity: null,
      issuedAt: now,
    })
    expect(await readIntermediateSession(storage, { project, token, now })).toEqual(session)
    expect(await spendIntermediateSession(storage, { project, token, now, usedBy: 'request-1' })).toEqual(session)
  })

  it.inTurn('stores a hash of an intermediate session token [B-ADM-21]', async () => {
    const { project, token } = await open()
    const row = await storage.oneTime.findByTokenHash(project.id, sha256Hex(token))
    expect(row?.purpose).toBe('intermediate_session')
    expect(JSON.stringify(row)).not.toContain(token)
    expect(isSessionToken(token)).toBe(false)
  })

  it.inTurn('rejects an intermediate session token after 10 minutes [B-ADM-22]', async () => {
    const { project, token } = await open()
    const last = now + 10 * 60_000 - 1
    expect(await readIntermediateSession(storage, { project, token, now: last })).toMatchObject(proven)
    const late = { project, token, now: last + 1 }
    await expect(readIntermediateSession(storage, late)).rejects.toThrow(notFound)
    await expect(spendIntermediateSession(storage, { ...late, usedBy: 'request-1' })).rejects.toThrow(notFound)
  })

  it.inTurn('rejects spent and unknown intermediate session tokens, and those of another project', async () => {
    const { project, token } = await open()
    const { project: other } = await open()
    await expect(readIntermediateSession(storage, { project: other, token, now })).rejects.toThrow(notFound)
    await expect(readIntermediateSession(storage, { project, token: 'unknown', now })).rejects.toThrow(notFound)
    await spendIntermediateSession(storage, { project, token, now, usedBy: 'request-1' })
    await expect(readIntermediateSession(storage, { project, token, now })).rejects.toThrow(notFound)
    await expect(spendIntermediateSession(storage, { project, token, now, usedBy: 'request-2' })).rejects.toThrow(
      notFound,
    )
  })

  it.inTurn('ends the intermediate session of a member with the other secrets of the member', async () => {
    const project = sampleProject({ vertical: 'B2B' })
    await storage.projects.insert(project)
    const account = sampleAccount(project.id)
    await storage.accounts.insert(account)
    const { token } = await open({ project, memberId: account.id })
    expect(await readIntermediateSession(storage, { project, token, now })).toMatchObject({ memberId: account.id })
    await storage.accounts.invalidateSecrets(project.id, account.id, now)
    await expect(readIntermediateSession(storage, { project, token, now })).rejects.toThrow(notFound)
  })
})

const notFound = expect.objectContaining({ type: 'intermediate_session_not_found' })
