import { allPermissions, type Endpoint, isAuthorized } from '@latchkey/contract'
import { endpoints } from '@latchkey/contract/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unavailableEndpoints } from '../../app/app.ts'
import { projectRealm } from '../../storage/realm.ts'
import type { Storage } from '../../storage/storage.ts'
import { createHarness, engines, openTestStorage } from '../../testing/harness.ts'

const generous = { limit: 1e9, windowMs: 60_000 }
const limits = { requests_per_ip: generous, sends_per_ip: generous, sends_per_address: generous }
const table = (Object.entries(endpoints) as [string, Endpoint][]).filter(
  ([name]) => !unavailableEndpoints.includes(name),
)
const lasting = { session_duration_minutes: 30 }

describe.each(engines)('further forged requests on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  it('create no user and send no message if they come from another site without a session (C-3)', async () => {
    const harness = await createHarness(storage, { settings: { limits }, config: { limits } })
    const mailing = {
      email: 'victim@example.com',
      phone_number: '+12025550123',
      password: 'violet kettle ambles north',
    }
    const posts = table.filter(([name, { method, form }]) => method === 'POST' && form !== true && name !== 'events')
    const crossSite: [string | null, Record<string, string>][] = [
      ['https://evil.example', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }],
      ['null', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }],
      ['https://evil.app.example.com', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }],
      ['https://app.example.com', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
      [null, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
      [null, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
      [null, { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }],
    ]
    for (const [name, { path }] of posts)
      for (const [from, headers] of crossSite) {
        const body = { ...mailing, ...lasting }
        const answer = await harness.call('POST', path.replace(/\{\w+\}/g, 'x'), body, { origin: from, headers })
        expect([name, from, answer.status, answer.outcome]).toEqual([name, from, 403, 'unauthorized_origin'])
      }
    await harness.provider.outbox.drain()
    expect([
      harness.sent,
      (await storage.accounts.list(projectRealm(harness.project.id), { limit: 10 })).items,
    ]).toEqual([[], []])
  })

  it('with a property name of Object.prototype change no object and grant no role (X-5)', async () => {
    const harness = await createHarness(storage, { settings: { limits }, config: { limits } })
    const { token: session, accountId } = await harness.signIn('ada@example.com')
    const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__']
    const put = (text: string) => harness.call('PUT', '/users/me', text, { session })
    for (const name of names) {
      const hostile = `{"${name}":{"polluted":true,"roles":["admin"]},"name":{"${name}":{"polluted":true}}}`
      expect((await put(hostile)).status).toBeLessThan(500)
      expect((await put(`{"untrusted_metadata":{"${name}":{"isAdmin":true}}}`)).status).toBeLessThan(500)
      for (const [endpoint, { method, path }] of table.filter(([, one]) => one.method === 'POST')) {
        const answer = await harness.call(method, path.replace(/\{\w+\}/g, name), `{"${name}":{"polluted":true}}`, {
          session,
        })
        expect([endpoint, name, answer.status < 500]).toEqual([endpoint, name, true])
      }
      const { token } = await harness.signIn('ada@example.com', { session })
      expect((await harness.call('GET', `/projects/bootstrap/${name}`, undefined, { session: token })).status).toBe(401)
    }
    expect(Object.keys(Object.prototype)).toEqual([])
    const probe: Record<string, unknown> = {}
    expect([probe.polluted, probe.isAdmin, probe.roles]).toEqual([undefined, undefined, undefined])
    expect((await storage.accounts.get(harness.project.id, accountId))?.roles).not.toContain('admin')
  })

  it('with a role named like a property of Object.prototype are not authorized (X-5)', () => {
    const permissions = [{ resource_id: 'notes', actions: ['*'] }]
    const policy = JSON.parse(
      JSON.stringify({ roles: [{ role_id: 'editor', description: '', permissions }], resources: [], scopes: [] }),
    )
    const hostile = { ...policy, resources: [{ resource_id: '__proto__', description: '', actions: ['constructor'] }] }
    for (const role of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '*', '']) {
      expect(isAuthorized(policy, [role], 'notes', 'read')).toBe(false)
      expect(isAuthorized(policy, ['editor'], role, 'read')).toBe(false)
      expect(Reflect.get(allPermissions(hostile, [role], isAuthorized), '__proto__')).toEqual(
        Object.assign(Object.create(null), { constructor: false }),
      )
    }
    expect(isAuthorized(policy, ['editor'], 'notes', 'read')).toBe(true)
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})
