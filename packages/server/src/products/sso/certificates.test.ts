import { builtInRoleIds } from '@latchkey/contract/b2b'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { refreshCertificates } from '../../organizations/connections/refresh-certificates.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { recordAttempt } from '../../sso/attempts.ts'
import { ssoConnection } from '../../sso/connection.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { engines, openTestStorage, random } from '../../testing/harness.ts'
import { createSsoHarness, idpMetadata, metadataUrl, type SsoHarness } from './sso.suite.ts'

const minute = 60_000
const day = 24 * 60 * minute

describe.each(engines)('the certificates of an identity provider on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const using = async (work: (harness: SsoHarness) => Promise<void>) => {
    const harness = await createSsoHarness(storage)
    try {
      await work(harness)
    } finally {
      await harness.close()
    }
  }

  /** A connection whose metadata has one certificate. */
  async function byUrl({ admin, connection, createSaml, documents, newIdentity, acme }: SsoHarness) {
    const first = newIdentity('first')
    documents.set(metadataUrl, idpMetadata([first]))
    const { connection_id: id } = await createSaml({ display_name: 'Okta' })
    connection(await admin('PUT', `/saml/${id}/url`, { metadata_url: metadataUrl }))
    const realm = organizationRealm(acme)
    const certificates = async () => storage.ssoCertificates.list(realm, id)
    return {
      id,
      first,
      realm,
      certificates,
      fingerprints: async () => (await certificates()).map((one) => one.fingerprint),
    }
  }

  async function wait({ clock, provider }: SsoHarness, days: number): Promise<void> {
    for (let count = 0; count < days; count++) {
      clock.advance(day)
      await provider.tidy()
    }
  }

  it.inTurn('are read every day, and leave when the metadata has no longer had them for 7 days [B-SAML-15]', () =>
    using(async (harness) => {
      const { documents, newIdentity, requested, clock } = harness
      const { id, first, realm, certificates } = await byUrl(harness)
      const second = newIdentity('second')
      documents.set(metadataUrl, idpMetadata([first, second]))
      requested.length = 0
      await wait(harness, 1)
      expect(requested).toEqual([metadataUrl])
      expect(await certificates()).toMatchObject([{ retiredAt: null }, { source: 'metadata', retiredAt: null }])
      documents.set(metadataUrl, idpMetadata([second]))
      await wait(harness, 3)
      // The identity provider still signs with it.
      await storage.ssoCertificates.recordUse(realm, id, (await certificates())[0]?.fingerprint ?? '', clock.now())
      await wait(harness, 6)
      expect(await certificates()).toMatchObject([{ retiredAt: null }, { retiredAt: null }])
      await wait(harness, 1)
      expect(await certificates()).toMatchObject([{ retiredAt: clock.now() }, { retiredAt: null }])
      documents.set(metadataUrl, idpMetadata([first, second]))
      await wait(harness, 1)
      expect(await certificates()).toMatchObject([{ retiredAt: null }, { retiredAt: null }])
    }),
  )

  it.inTurn('are read after a failed signature once in 10 minutes, from the configured address only [B-SAML-15]', () =>
    using(async (harness) => {
      const { documents, newIdentity, requested, clock, project, vault } = harness
      const { id, first, realm, certificates } = await byUrl(harness)
      const outbound: ProviderContext['outbound'] = async (url) => {
        requested.push(String(url))
        const document = documents.get(String(url))
        return typeof document === 'string' ? new Response(document) : (document?.() ?? Response.error())
      }
      const context = { storage, vault, clock, random, outbound, baseUrl: 'https://auth.example.com' }
      const source = { project, requestId: 'r', client: { ip: '', prefix: '', userAgent: '' } }
      const refresh = async () => {
        const record = await storage.ssoConnections.get(realm, id)
        const connection = record && ssoConnection(record)
        return connection?.kind === 'saml' ? refreshCertificates(context, source, connection) : expect.fail()
      }
      requested.length = 0
      documents.set(metadataUrl, idpMetadata([first, newIdentity('second')]))
      const refreshed = await Promise.all(Array.from({ length: 4 }, refresh))
      expect(refreshed.sort()).toEqual(['added', 'not_due', 'not_due', 'not_due'])
      documents.set(metadataUrl, idpMetadata([first, newIdentity('third')]))
      clock.advance(10 * minute - 1)
      expect(await refresh()).toBe('not_due')
      expect(requested).toEqual([metadataUrl])
      clock.advance(1)
      expect(await refresh()).toBe('added')
      expect(await certificates()).toHaveLength(3)
      // Another identity provider at the address, and one that does not respond, change nothing.
      for (const document of [
        idpMetadata([newIdentity('evil')], 'https://evil.example'),
        () => new Response('', { status: 500 }),
        'nonsense',
      ]) {
        documents.set(metadataUrl, document)
        clock.advance(10 * minute)
        expect(await refresh()).toBe('unchanged')
      }
      expect(await certificates()).toHaveLength(3)
    }),
  )

  it.inTurn('without a metadata address are never read', () =>
    using(async (harness) => {
      const { connection } = await harness.completeSaml()
      await wait(harness, 2)
      expect(await storage.ssoConnections.findById(connection.connection_id)).toMatchObject({
        ...{ metadataReadAt: null, nextCheckAt: harness.clock.now() + day },
      })
    }),
  )

  it.inTurn('are announced to the admins 30, 14, 7 and 1 days before they end [B-SAML-14]', () =>
    using(async (harness) => {
      const { acme, addMember, clock, sent, provider } = harness
      const { connection } = await harness.completeSaml()
      await addMember(acme, 'grace@acme.example', { roles: [builtInRoleIds.admin] })
      await addMember(acme, 'bob@acme.example')
      const days: number[] = []
      const end = Date.parse(connection.verification_certificates[0]?.expires_at ?? '')
      await wait(harness, 300)
      await provider.outbox.drain()
      sent.length = 0
      while (clock.now() < end + 2 * day) {
        await wait(harness, 1)
        await provider.outbox.drain()
        const messages = sent.splice(0).filter(({ subject }) => subject?.includes('expires soon'))
        if (messages.length === 0) continue
        days.push(Math.ceil((end - clock.now()) / day))
        expect(messages.map(({ to, subject }) => `${to}: ${subject}`).sort()).toEqual([
          `ada@acme.example: A certificate of Okta (${new Date(end).toISOString().slice(0, 10)}) expires soon`,
          `grace@acme.example: A certificate of Okta (${new Date(end).toISOString().slice(0, 10)}) expires soon`,
        ])
      }
      expect(days).toEqual([30, 14, 7, 1])
    }),
  )

  it.inTurn('and the attempts of 7 days are kept [B-SSO-23]', () =>
    using(async (harness) => {
      const { connection } = await harness.completeSaml()
      const { acme, clock, provider } = harness
      const realm = organizationRealm(acme)
      const check = {
        check: 'audience',
        outcome: 'failed',
        code: 'audience',
        expected: 'us',
        got: 'ada@x.example',
      } as const
      const details = {
        checks: [check],
        match: null,
        memberId: null,
        email: 'ada@acme.example',
        roles: [],
        reasons: [],
      }
      const owner = { ...realm, id: connection.connection_id }
      const attempt = { connection: owner, environment: 'test', kind: 'sign_in', result: 'rejected', details } as const
      const add = () => recordAttempt(storage, { clock, random }, { ...attempt, code: 'audience' })
      await add()
      clock.advance(day)
      const id = await add()
      const [newest] = await storage.ssoAttempts.list(realm, connection.connection_id, 9)
      expect(newest).toMatchObject({ id, code: 'audience', details: { email: '…@acme.example' } })
      expect(JSON.stringify(newest)).not.toContain('ada@')
      clock.advance(6 * day + 1)
      await provider.tidy()
      expect(await storage.ssoAttempts.list(realm, connection.connection_id, 9)).toHaveLength(1)
    }),
  )
})
