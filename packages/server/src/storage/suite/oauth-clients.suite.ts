import { describe, expect, it } from 'vitest'
import type { OAuthClientRecord, OAuthGrantRecord } from '../records.ts'
import type { Storage } from '../storage.ts'
import { sampleAccount, sampleNow, sampleProject, sampleSession, uniqueId } from '../testing/sample.ts'

const day = 24 * 60 * 60_000

function sampleClient(projectId: string, change: Partial<OAuthClientRecord> = {}): OAuthClientRecord {
  return {
    projectId,
    id: uniqueId('oauth-client'),
    isPublic: false,
    isFirstParty: true,
    name: 'Notes',
    description: '',
    logoUrl: null,
    redirectUris: ['https://rp.example/'],
    postLogoutRedirectUris: [],
    scopes: null,
    allowsClientCredentials: false,
    backchannelLogoutUri: null,
    idTokenAlgorithm: null,
    accessTokenMinutes: 60,
    source: 'admin',
    secretHash: uniqueId('hash'),
    secretHint: 'abcd',
    prevSecretHash: null,
    prevSecretUntil: null,
    createdAt: sampleNow,
    updatedAt: sampleNow,
    ...change,
  }
}

export function oauthClientsSuite(storage: () => Storage): void {
  async function newProject(): Promise<string> {
    const project = sampleProject()
    await storage().projects.insert(project)
    return project.id
  }

  async function newGrant(projectId: string, change: Partial<OAuthGrantRecord> = {}): Promise<OAuthGrantRecord> {
    const { oauthClients, oauthGrants, accounts: users } = storage()
    const client = sampleClient(projectId)
    const account = sampleAccount(projectId)
    await oauthClients.set(client)
    await users.insert(account)
    const grant: OAuthGrantRecord = {
      projectId,
      id: uniqueId('oauth-grant'),
      clientId: client.id,
      accountId: account.id,
      sessionId: uniqueId('session'),
      scopes: ['openid'],
      resources: [],
      offline: false,
      authTime: sampleNow,
      acr: 'a',
      amr: ['otp'],
      generation: 0,
      createdAt: sampleNow,
      expiresAt: sampleNow + day,
      revokedAt: null,
      ...change,
    }
    await oauthGrants.insert(grant)
    return grant
  }

  describe('OAuth clients', () => {
    it('are kept as they are, changed, listed newest first and removed, in their project alone', async () => {
      const { oauthClients } = storage()
      const [projectId, other] = [await newProject(), await newProject()]
      const first = sampleClient(projectId, {
        scopes: ['openid'],
        isPublic: true,
        secretHash: null,
        logoUrl: 'https://x/',
      })
      const second = sampleClient(projectId, { createdAt: sampleNow + 1, idTokenAlgorithm: 'RS256' })
      await oauthClients.set(first)
      await oauthClients.set(second)
      expect(await oauthClients.get(projectId, first.id)).toEqual(first)
      expect(await oauthClients.get(other, first.id)).toBeNull()
      expect([
        await oauthClients.getForUpdate(projectId, first.id),
        await oauthClients.getForUpdate(other, first.id),
      ]).toEqual([...[first, null]])
      const changed = { ...first, name: 'Other', prevSecretHash: 'x', prevSecretUntil: 1, updatedAt: sampleNow + 5 }
      await oauthClients.set({ ...changed, createdAt: sampleNow + 5 })
      const page = await oauthClients.list(projectId, { limit: 1 })
      expect(page.items).toEqual([second])
      const rest = await oauthClients.list(projectId, { limit: 1, cursor: page.nextCursor ?? '' })
      expect(rest).toEqual({ items: [changed], nextCursor: null })
      expect([await oauthClients.remove(projectId, first.id), await oauthClients.remove(projectId, first.id)]).toEqual([
        ...[true, false],
      ])
    })

    it('that registered themselves are pruned if they have no grant and were not changed since', async () => {
      const { oauthClients } = storage()
      const [projectId, other] = [await newProject(), await newProject()]
      const source = 'registration' as const
      const [old, newer] = [
        { createdAt: 1, updatedAt: 1 },
        { createdAt: 5, updatedAt: 5 },
      ]
      const stay = [
        sampleClient(projectId, old),
        sampleClient(projectId, { source: 'document', ...old, updatedAt: 2 }),
        sampleClient(projectId, { source, ...old, updatedAt: 2 }),
        sampleClient(projectId, { source, ...newer }),
        sampleClient(other, { source, ...old }),
      ]
      const go = ['document' as const, source, source].map((one) => sampleClient(projectId, { source: one, ...old }))
      for (const client of [...stay, ...go]) await oauthClients.set(client)
      expect([
        await oauthClients.prune(projectId, 5, 2),
        await oauthClients.prune(projectId, 5, 2),
        await oauthClients.prune(projectId, 5, 2),
      ]).toEqual([2, 1, 0])
      const left = []
      for (const { projectId: project, id } of [...stay, ...go]) left.push(await oauthClients.get(project, id))
      expect(left).toEqual([...stay, ...go.map(() => null)])
    })

    it('can be blocked by project', async () => {
      const { oauthClients } = storage()
      const [projectId, other] = [await newProject(), await newProject()]
      const id = 'https://rp.example.net/client.json'
      expect(await oauthClients.isBlocked(projectId, id)).toBe(false)
      await oauthClients.block(projectId, id, sampleNow)
      await oauthClients.block(projectId, id, sampleNow + 1)
      expect([await oauthClients.isBlocked(projectId, id), await oauthClients.isBlocked(other, id)]).toEqual([
        true,
        false,
      ])
      expect([await oauthClients.unblock(other, id), await oauthClients.unblock(projectId, id)]).toEqual([false, true])
      expect([await oauthClients.isBlocked(projectId, id), await oauthClients.unblock(projectId, id)]).toEqual([
        ...[false, false],
      ])
    })

    it('are removed with their grants and consents', async () => {
      const { oauthClients, oauthGrants, connectedApps } = storage()
      const projectId = await newProject()
      const grant = await newGrant(projectId)
      const app = {
        projectId,
        accountId: grant.accountId ?? '',
        id: grant.clientId,
        name: '',
        description: '',
        scopes: [],
      }
      const times = { clientType: 'third_party', logoUrl: null, createdAt: sampleNow, updatedAt: sampleNow }
      await connectedApps.grant({ ...app, ...times })
      expect(await connectedApps.getForUpdate(projectId, app.accountId, app.id)).toEqual({ ...app, ...times })
      expect(await oauthClients.remove(projectId, grant.clientId)).toBe(true)
      expect(await oauthGrants.get(projectId, grant.id)).toBeNull()
      expect(await connectedApps.list(projectId, app.accountId)).toEqual([])
      expect(await connectedApps.getForUpdate(projectId, app.accountId, app.id)).toBeNull()
    })
  })

  describe('OAuth grants', () => {
    it('are extended while live, revoked once, and can invalidate their access tokens', async () => {
      const { oauthGrants } = storage()
      const projectId = await newProject()
      const grant = await newGrant(projectId)
      const longer = { ...grant, expiresAt: sampleNow + 2 * day }
      expect(await oauthGrants.extend(projectId, grant.id, longer.expiresAt, sampleNow)).toEqual(longer)
      expect(await oauthGrants.extend(projectId, grant.id, sampleNow, longer.expiresAt)).toBeNull()
      await oauthGrants.invalidateAccessTokens(projectId, grant.id)
      expect(await oauthGrants.get(projectId, grant.id)).toEqual({ ...longer, generation: 1 })
      expect([
        await oauthGrants.revoke(projectId, grant.id, sampleNow),
        await oauthGrants.revoke(projectId, grant.id, sampleNow),
        await oauthGrants.extend(projectId, grant.id, longer.expiresAt, sampleNow),
      ]).toEqual([true, false, null])
    })

    it('end by user and application, and by user', async () => {
      const { oauthGrants } = storage()
      const projectId = await newProject()
      const [one, two] = [await newGrant(projectId), await newGrant(projectId)]
      const { accountId, clientId } = { accountId: one.accountId ?? '', clientId: one.clientId }
      expect(await oauthGrants.revokeForClient(projectId, accountId, two.clientId, sampleNow)).toEqual([])
      expect(await oauthGrants.revokeForClient(projectId, accountId, clientId, sampleNow)).toEqual([one.id])
      expect(await oauthGrants.revokeForAccount(projectId, accountId, sampleNow)).toEqual([])
      expect(await oauthGrants.revokeForAccount(projectId, two.accountId ?? '', sampleNow)).toEqual([two.id])
    })

    it('end with their session or are detached from it, and are reported once', async () => {
      const { oauthGrants } = storage()
      const projectId = await newProject()
      const [brief, lasting] = [await newGrant(projectId), await newGrant(projectId, { offline: true })]
      const end = ({ sessionId }: OAuthGrantRecord) => oauthGrants.endSession(projectId, sessionId ?? '', sampleNow + 1)
      expect([await end(brief), await end(brief), await end(lasting)]).toEqual([
        ...[
          [{ id: brief.id, clientId: brief.clientId, accountId: brief.accountId, isRevoked: true }],
          [],
          [{ id: lasting.id, clientId: lasting.clientId, accountId: lasting.accountId, isRevoked: false }],
        ],
      ])
      expect(await oauthGrants.get(projectId, brief.id)).toEqual({
        ...brief,
        sessionId: null,
        revokedAt: sampleNow + 1,
      })
      expect(await oauthGrants.get(projectId, lasting.id)).toEqual({ ...lasting, sessionId: null })
    })

    it('end the sessions that were begun with them, by grant and by application', async () => {
      const { oauthGrants, sessions } = storage()
      const projectId = await newProject()
      const [one, two] = [await newGrant(projectId), await newGrant(projectId)]
      const user = { projectId, id: one.accountId ?? '' }
      const begin = async ({ id }: OAuthGrantRecord): Promise<string> => {
        const session = sampleSession(user)
        await sessions.insert(session)
        await oauthGrants.linkSession(projectId, id, session.id)
        return session.id
      }
      const [first, kept, ofTwo] = [await begin(one), await begin(one), await begin(two)]
      await sessions.insert(sampleSession(user))
      expect(await sessions.revokeForGrant(projectId, one.id, sampleNow, { sessionId: kept })).toEqual([first])
      expect(await sessions.revokeForGrant(projectId, one.id, sampleNow)).toEqual([kept])
      expect(await sessions.revokeForClient(projectId, one.clientId, sampleNow)).toEqual([])
      expect(await sessions.revokeForClient(projectId, two.clientId, sampleNow)).toEqual([ofTwo])
      expect(await sessions.revokeForClient('other', two.clientId, sampleNow)).toEqual([])
    })

    it('renew by a token that is used once, by its own application, while the grant lives', async () => {
      const { oauthGrants } = storage()
      const projectId = await newProject()
      const grant = await newGrant(projectId)
      const tokenHash = uniqueId('hash')
      const row = {
        projectId,
        tokenHash,
        grantId: grant.id,
        usedAt: null,
        createdAt: sampleNow,
        expiresAt: sampleNow + day,
      }
      await oauthGrants.addRefreshToken(row)
      const by = { projectId, tokenHash, clientId: grant.clientId, now: sampleNow }
      expect([
        await oauthGrants.useRefreshToken({ ...by, clientId: 'other' }),
        await oauthGrants.useRefreshToken({ ...by, now: sampleNow + day }),
        await oauthGrants.useRefreshToken({ ...by, projectId: 'other' }),
      ]).toEqual([null, null, null])
      const uses = await Promise.all(Array.from({ length: 8 }, () => oauthGrants.useRefreshToken(by)))
      expect(uses.filter((use) => use !== null)).toEqual([{ grantId: grant.id }])
      expect(await oauthGrants.findRefreshToken(projectId, tokenHash)).toEqual({ ...row, usedAt: sampleNow })
      const next = { ...row, tokenHash: uniqueId('hash') }
      await oauthGrants.addRefreshToken(next)
      await oauthGrants.revoke(projectId, grant.id, sampleNow)
      expect(await oauthGrants.useRefreshToken({ ...by, tokenHash: next.tokenHash })).toBeNull()
    })

    it('are swept with their tokens, long after their end', async () => {
      const { oauthGrants } = storage()
      const projectId = await newProject()
      const [old, young] = [await newGrant(projectId, { expiresAt: 1 }), await newGrant(projectId)]
      const tokenHash = uniqueId('hash')
      await oauthGrants.addRefreshToken({
        projectId,
        tokenHash,
        grantId: old.id,
        usedAt: null,
        createdAt: 0,
        expiresAt: 1,
      })
      await oauthGrants.sweep(sampleNow, 500)
      expect([
        await oauthGrants.get(projectId, old.id),
        await oauthGrants.findRefreshToken(projectId, tokenHash),
      ]).toEqual([...[null, null]])
      expect(await oauthGrants.get(projectId, young.id)).toEqual(young)
    })

    it('are swept an hour after their end, because any caller with a session can create them (R-13)', async () => {
      const { oauthGrants } = storage()
      const [then, hour] = [sampleNow - 1000 * 24 * 60 * 60_000, 60 * 60_000]
      const projectId = await newProject()
      const grant = await newGrant(projectId, { expiresAt: then })
      while ((await oauthGrants.sweep(then + hour, 500)) > 0);
      expect(await oauthGrants.get(projectId, grant.id)).not.toBeNull()
      await oauthGrants.sweep(then + hour + 1, 500)
      expect(await oauthGrants.get(projectId, grant.id)).toBeNull()
    })
  })
}
