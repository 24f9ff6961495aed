import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Development, startDevelopment } from './start.ts'

let dataDir: string
let development: Development

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-dev-admin-'))
  development = await startDevelopment({ port: 0, dataDir })
})
afterAll(async () => {
  await development.close()
  await rm(dataDir, { recursive: true })
})

interface Answer {
  status: number
  body: { data?: { user?: { user_id: string }; users?: unknown[] }; error_type?: string }
}

async function ask(path: string, init: RequestInit & { json?: unknown } = {}): Promise<Answer> {
  const { json, ...rest } = init
  const body = json === undefined ? {} : { body: JSON.stringify(json) }
  const headers = { ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...init.headers }
  const response = await fetch(`${development.url}/dev/admin/${path}`, { ...rest, ...body, headers })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

const projectId = () => development.projects[0]?.id ?? ''

it('calls the endpoints of the admin API without a secret key', async () => {
  const { status, body } = await ask(`${projectId()}/users`, { method: 'POST', json: { email: 'ada@example.com' } })
  expect(status).toBe(200)
  const user_id = body.data?.user?.user_id
  expect((await ask(`${projectId()}/users/${user_id}`)).body.data?.user).toMatchObject({ user_id })
  expect((await ask(`${projectId()}/users?query=ada&limit=5`)).body.data?.users).toHaveLength(1)
  expect((await ask(`${projectId()}/users/${user_id}`, { method: 'DELETE' })).status).toBe(200)
})

it('applies a changed setting to the next request', async () => {
  const bootstrap = async (): Promise<unknown> => {
    const token = development.projects[0]?.publicToken
    const response = await fetch(`${development.url}/sdk/v1/projects/bootstrap/${token}`, {
      headers: { authorization: `Basic ${btoa(`${token}:${token}`)}`, origin: 'http://localhost:3000' },
    })
    return ((await response.json()) as { data: { captcha_settings: { enabled: boolean } } }).data.captcha_settings
      .enabled
  }
  expect(await bootstrap()).toBe(false)
  const settings = { captcha_settings: { enabled: true, siteKey: 'playground' } }
  expect((await ask(`${projectId()}/settings`, { method: 'PUT', json: { settings } })).status).toBe(200)
  expect(await bootstrap()).toBe(true)
})

it.each([
  ['an unknown project', 'project-test-0/users', {}, 404, 'endpoint_not_found'],
  ['an unknown path', '{project}/nonsense', {}, 404, 'endpoint_not_found'],
  ['another method', '{project}/users', { method: 'PUT' }, 405, 'method_not_allowed'],
  ['a wrong body', '{project}/users', { method: 'POST', json: { email: 7 } }, 400, 'schema_error'],
  ['a form', '{project}/users', { method: 'POST', body: 'email=a' }, 415, 'unsupported_media_type'],
] as const)('rejects %s', async (_, path, init, status, errorType) => {
  const answer = await ask(path.replace('{project}', projectId()), init)
  expect([answer.status, answer.body.error_type]).toEqual([status, errorType])
})

it('rejects pages of other origins (C-6)', async () => {
  const answer = await ask(`${projectId()}/users`, { headers: { origin: 'http://localhost:3000' } })
  expect([answer.status, answer.body.error_type]).toEqual([403, 'foreign_origin'])
})
