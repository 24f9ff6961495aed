import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDevelopment } from '@latchkey/server/dev'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runRecorded } from '../recording-terminal.suite.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-dev-project-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('projects create --dev gives a project the issuer of the running provider, on any port', async () => {
  const development = await startDevelopment({ port: 0, dataDir: folder })
  try {
    const env = { LATCHKEY_DATA_DIR: folder }
    const created = await runRecorded(
      [
        'projects',
        'create',
        '--dev',
        '--name',
        'Second',
        '--environment',
        'test',
        '--origin',
        'http://localhost:*',
        '--json',
      ],
      env,
    )
    const { project_id, public_token } = JSON.parse(created.out)
    expect(await issuerOf(development.url, public_token)).toBe(`${development.url}/v1/public/${project_id}`)
  } finally {
    await development.close()
  }
})

it('points to --dev if the settings of a provider are missing and there is a development provider', async () => {
  const elsewhere = join(folder, 'elsewhere')
  const list = (dataDir: string) => runRecorded(['projects', 'list'], { LATCHKEY_DATA_DIR: dataDir })
  const missing = [
    '3 settings are wrong:',
    '  LATCHKEY_BASE_URL is missing',
    '  LATCHKEY_DATABASE_URL is missing',
    '  LATCHKEY_MASTER_KEY is missing',
    '',
  ].join('\n')
  expect((await list(elsewhere)).err).toBe(missing)
  expect((await list(folder)).err).toBe(`${missing}To use the development provider in ${folder} instead, add --dev.\n`)
})

/** `iss` of the JWT of a new session. */
async function issuerOf(url: string, publicToken: string): Promise<string> {
  const call = async (path: string, body: object) => {
    const response = await fetch(`${url}/sdk/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${publicToken}:${publicToken}`)}`,
        'content-type': 'application/json',
        origin: 'http://localhost:3000',
      },
      body: JSON.stringify(body),
    })
    return (await response.json()).data
  }
  const { method_id } = await call('/otps/email/login_or_create', { email: 'ada@example.com' })
  let code: string | undefined
  await expect
    .poll(async () => {
      const { messages } = await (await fetch(`${url}/dev/inbox?to=ada@example.com`)).json()
      code = messages[0]?.codes[0]
      return code
    })
    .toMatch(/^\d{6}$/)
  const { session_jwt } = await call('/otps/authenticate', { token: code, method_id, session_duration_minutes: 30 })
  return JSON.parse(Buffer.from(session_jwt.split('.')[1], 'base64url').toString()).iss
}
