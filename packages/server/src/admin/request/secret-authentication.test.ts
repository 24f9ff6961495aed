import { adminEndpoints } from '@latchkey/contract/admin'
import { expect } from 'vitest'
import { origin } from '../../testing/harness.ts'
import { basicSecret, onBothEngines } from '../admin.suite.ts'

const { adminProjectGet, adminSecretKeysList, adminSecretKeysRevoke } = adminEndpoints

onBothEngines('a secret key', (open, it) => {
  it.inTurn('accepts a secret key only with the id of its own project', async () => {
    const harness = await open()
    const { project, admin } = harness
    const answer = await admin(adminProjectGet)
    expect(answer.data).toMatchObject({
      project: {
        project_id: project.id,
        name: project.name,
        environment: 'test',
        vertical: 'CONSUMER',
        public_token: project.publicToken,
        issuer: `https://auth.example.com/v1/public/${project.id}`,
        created_at: '2027-01-15T08:00:00.000Z',
      },
    })
    const other = await harness.newProject()
    const wrong = [
      await admin(adminProjectGet, { project: other }),
      await admin(adminProjectGet, {
        secret: `${harness.secret.slice(0, -1)}${harness.secret.endsWith('A') ? 'B' : 'A'}`,
      }),
      await admin(adminProjectGet, { secret: 'secret-test-x' }),
      await admin(adminProjectGet, { secret: project.publicToken }),
      await harness.call('GET', '/v1/project', undefined, {
        origin: null,
        headers: { authorization: basicSecret('unknown', harness.secret) },
      }),
      await harness.call('GET', '/v1/project', undefined, { origin: null }),
      await harness.call('GET', '/v1/project', undefined, { origin: null, headers: { authorization: 'Bearer x' } }),
    ]
    expect(wrong.map(({ outcome }) => outcome)).toEqual([
      ...Array(6).fill('invalid_secret_authentication'),
      'invalid_authorization_header',
    ])
  })

  it.inTurn('stores only the digest of a secret, and never returns or logs it', async () => {
    const harness = await open()
    const { storage, project, secret, admin } = harness
    const [key] = await storage.secretKeys.list(project.id)
    expect(key).toMatchObject({
      name: 'Tests',
      hint: secret.slice(-4),
      secretHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const { text } = await admin(adminSecretKeysList)
    expect([
      text.includes(secret),
      text.includes(key?.secretHash ?? ''),
      harness.logs.join('').includes(secret),
    ]).toEqual([false, false, false])
  })

  it.inTurn('rejects a revoked secret key, also one that revoked itself', async () => {
    const harness = await open()
    const { administration, project, admin } = harness
    harness.clock.advance(1)
    const second = await administration.createSecretKey(project, 'Second')
    const params = { secret_key_id: second.secret_key.secret_key_id }
    expect((await admin(adminProjectGet, { secret: second.secret })).status).toBe(200)
    const revoked = await admin(adminSecretKeysRevoke, { params, secret: second.secret })
    expect(revoked.data.secret_keys.map(({ name, revoked_at }) => [name, revoked_at !== null])).toEqual([
      ['Tests', false],
      ['Second', true],
    ])
    expect((await admin(adminProjectGet, { secret: second.secret })).outcome).toBe('invalid_secret_authentication')
    expect((await admin(adminSecretKeysRevoke, { params })).outcome).toBe('secret_key_not_found')
  })

  it('updates last_used_at once an hour', async () => {
    const { admin, clock } = await open()
    const used = async (): Promise<unknown> => (await admin(adminSecretKeysList)).data.secret_keys[0]?.last_used_at
    await used()
    clock.advance(59 * 60_000)
    expect(await used()).toBe('2027-01-15T08:00:00.000Z')
    clock.advance(60_000)
    await used()
    expect(await used()).toBe('2027-01-15T09:00:00.000Z')
  })

  it.inTurn('counts wrong secrets by IP address, but not correct ones', async () => {
    const limits = { secret_attempts_per_ip: { limit: 3, windowMs: 60_000 } }
    const { admin, project, storage, clock } = await open({ config: { limits } })
    const attempt = async (secret?: string): Promise<string> =>
      (await admin(adminProjectGet, secret === undefined ? {} : { secret })).outcome
    const wrong = `secret-test-${'x'.repeat(43)}`
    const outcomes = [await attempt(wrong), await attempt(wrong), await attempt(wrong), await attempt(wrong)]
    expect(outcomes).toEqual([...Array(3).fill('invalid_secret_authentication'), 'too_many_requests'])
    expect(await attempt()).toBe('200')
    clock.advance(60_000)
    expect(await attempt(wrong)).toBe('invalid_secret_authentication')
    const rows = (await storage.audit.listUnsealed(1_000)).filter((row) => row.projectId === project.id)
    expect(rows.map(({ event, result, actorKind }) => `${event} ${result} ${actorKind}`).sort()).toEqual([
      ...Array(4).fill('secret_authenticate refused client'),
      'secret_key_create ok admin',
    ])
  })

  it.inTurn('rejects requests of browsers and sends no CORS headers', async () => {
    const harness = await open()
    const authorization = basicSecret(harness.project.id, harness.secret)
    const answers = [
      await harness.call('GET', '/v1/project', undefined, { origin, headers: { authorization } }),
      await harness.call('GET', '/v1/project', undefined, { origin }),
      await harness.call('GET', '/v1/project', undefined, { origin, headers: { authorization: 'x' } }),
      await harness.call('OPTIONS', '/v1/users', undefined, { origin }),
      await harness.call('PUT', '/v1/users', {}, { origin, headers: { authorization } }),
    ]
    expect(answers.map(({ status, headers }) => [status, headers.get('access-control-allow-origin')])).toEqual([
      // A secret in a page is exposed, so the first call is rejected.
      [403, null],
      [403, null],
      [403, null],
      [405, null],
      [405, null],
    ])
    expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(Array(5).fill('no-store'))
  })

  it.inTurn('limits requests by secret key, not by IP address', async () => {
    const limits = {
      requests_per_ip: { limit: 2, windowMs: 60_000 },
      requests_per_secret_key: { limit: 4, windowMs: 60_000 },
    }
    const { admin } = await open({ config: { limits } })
    const outcomes: string[] = []
    for (let round = 0; round < 5; round += 1) outcomes.push((await admin(adminProjectGet)).outcome)
    expect(outcomes).toEqual(['200', '200', '200', '200', 'too_many_requests'])
  })
})
