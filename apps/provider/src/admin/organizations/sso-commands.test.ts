import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { createProvider } from '@latchkey/server'
import { createClock, createRandom } from '@latchkey/server/node'
import { createFakeSamlIdp, createReadyDatabase } from '@latchkey/server/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readStoreConfig } from '../../config/read-config.ts'
import { openStorage } from '../../open-storage.ts'
import { type CommandResult, runRecorded } from '../../recording-terminal.suite.ts'

const base = 'https://auth.example.com'
const entityId = 'https://idp.example.com/metadata'
type Idp = Awaited<ReturnType<typeof createFakeSamlIdp>>

describe.each(['sqlite', 'postgres'] as const)('latchkey sso on %s', (engine) => {
  let folder: string
  let env: Record<string, string>
  let idp: Idp
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-sso-'))
    env = {
      LATCHKEY_BASE_URL: base,
      LATCHKEY_DATABASE_URL:
        engine === 'sqlite' ? `sqlite:${join(folder, 'latchkey.sqlite')}` : await createReadyDatabase(),
      LATCHKEY_MASTER_KEY: randomBytes(32).toString('hex'),
    }
    idp = await createFakeSamlIdp({ entityId, now: Date.now() })
    await latchkey('projects', 'create', '--name', 'Acme', '--vertical', 'B2B', '--origin', 'https://app.example.com')
    await latchkey('organizations', 'create', '--name', 'Acme', '--slug', 'acme')
  })
  afterAll(() => rm(folder, { recursive: true }))

  const latchkey = (...argv: string[]): Promise<CommandResult> => runRecorded(argv, env)
  const json = async (...argv: string[]) => JSON.parse((await latchkey(...argv, '--json')).out)
  async function file(name: string, content: string): Promise<string> {
    const path = join(folder, name)
    await writeFile(path, content)
    return path
  }

  /** Takes a test like a browser. */
  async function take(
    testUrl: string,
    { acs_url: acsUrl, audience_uri: spEntityId }: Record<string, string>,
    secondFactor: boolean,
  ) {
    const { database, masterKeys } = readStoreConfig({ flags: {}, env })
    const storage = await openStorage(database)
    const provider = createProvider({
      config: { baseUrl: base, masterKeys, trustProxy: 0, mode: 'production', background: false },
      ...{ storage, clock: createClock(), random: createRandom(), delivery: { send: async () => undefined } },
    })
    try {
      const visit = (request: Request) => provider.fetch(request, { peerAddress: '192.0.2.1' })
      const started = await visit(new Request(testUrl))
      const { searchParams } = new URL(started.headers.get('location') ?? '')
      const request = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
      const [requestId = ''] = /(?<= ID=")[^"]+/.exec(request) ?? []
      const to = { acsUrl: acsUrl ?? '', spEntityId: spEntityId ?? '', requestId }
      const xml = idp.respond({ now: Date.now(), ...to, email: 'ada@acme.example', secondFactor })
      const cookie = started.headers.getSetCookie().map((set) => set.split(';')[0])
      const form = {
        SAMLResponse: Buffer.from(xml).toString('base64'),
        RelayState: searchParams.get('RelayState') ?? '',
      }
      const headers = { cookie: cookie.join('; '), accept: 'text/html' }
      const page = await visit(new Request(to.acsUrl, { method: 'POST', headers, body: new URLSearchParams(form) }))
      expect(page.status).toBe(200)
    } finally {
      await provider.close()
      await storage.close()
    }
  }

  it('prints the result of a test, and whether the second factor of the identity provider counts [B-SSO-22] [B-SSO-25]', async () => {
    const { connection_id: id } = (await json('sso', 'create', 'acme', 'saml', 'display_name=Okta')).connection
    const metadata = await file('metadata.xml', idp.metadata('https://idp.example.com/sso'))
    const { connection } = await json('sso', 'update', 'acme', id, '--metadata', metadata)
    const lines: string[] = []
    for (const [counts, secondFactor] of [
      [false, false],
      [false, true],
      [true, true],
    ] as const) {
      await json('sso', 'update', 'acme', id, `idp_mfa_counts=${counts}`)
      const { test_id, test_url } = await json('sso', 'test', 'acme', id)
      await take(test_url, connection, secondFactor)
      // An id can begin with a hyphen.
      const { code, out, err } = await latchkey('sso', 'test', 'acme', id, `--result=${test_id}`)
      expect(err).toBe('')
      expect([code, out.includes('attribute email: ["ada@acme.example"]'), out.endsWith('The test passed.\n')]).toEqual(
        [...[0, true, true]],
      )
      lines.push(/^second factor: (.*)$/m.exec(out)?.[1] ?? out)
    }
    expect(lines).toEqual([
      'not stated by the identity provider.',
      'stated by the identity provider; it does not count. To accept it: latchkey sso update … idp_mfa_counts=true',
      'stated by the identity provider; it counts as one of the organization.',
    ])
  })

  it('reads secrets from files only', async () => {
    const { connection_id: id } = (await json('sso', 'create', 'acme', 'oidc', 'display_name=Okta')).connection
    const secret = await file('secret.txt', 'a secret of acme\n')
    const addresses = ['authorization_url', 'token_url', 'jwks_url'].map((name) => `${name}=https://idp.test/${name}`)
    const fields = ['client_id=latchkey', ...addresses, '--secret-file', secret]
    const updated = await json('sso', 'update', 'acme', id, ...fields)
    expect(updated.connection).toMatchObject({ has_client_secret: true, client_id: 'latchkey' })
    expect(await latchkey('sso', 'update', 'acme', id, 'client_secret=x')).toEqual({
      ...{
        code: 2,
        out: '',
        err: 'client_secret is a secret. Put it into a file, or pipe it, and use: --secret-file <file>\n',
      },
    })
    expect((await latchkey('sso', 'update', 'acme', id, '--secret-file', join(folder, 'nothing'))).code).toBe(2)
    await writeFile(join(folder, 'empty'), '\n')
    expect(await latchkey('sso', 'update', 'acme', id, '--secret-file', join(folder, 'empty'))).toMatchObject({
      ...{ code: 2, err: 'The file of --secret-file is empty.\n' },
    })
    expect((await json('sso', 'update', 'acme', id, 'client_secret=')).connection.has_client_secret).toBe(false)

    const saml = (await json('sso', 'create', 'acme', 'saml')).connection.connection_id
    const { privateKey } = await import('node:crypto').then(({ generateKeyPairSync }) =>
      generateKeyPairSync('rsa', { modulusLength: 2_048 }),
    )
    const key = await file('key.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
    const signing = ['authn_requests_signed=true', '--signing-key-file', key]
    const { connection } = await json('sso', 'update', 'acme', saml, ...signing)
    expect(connection.signing_certificates).toHaveLength(1)
    const refused = await latchkey('sso', 'update', 'acme', saml, 'signing_private_key=x', '--signing-key-file', key)
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('--signing-key-file <file>')])
    const both = await latchkey(
      'sso',
      'update',
      'acme',
      saml,
      '--metadata-url',
      'https://idp.test/',
      '--signing-key-file',
      key,
    )
    expect(both.err).toContain('--metadata-url cannot be combined')
  })
})
