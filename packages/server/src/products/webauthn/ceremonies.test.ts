import { createAuthenticator, encodeCbor, type Mutations } from '@latchkey/testkit/authenticator'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Storage } from '../../storage/storage.ts'
import {
  createHarness,
  engines,
  type Harness,
  openTestStorage,
  origin,
  type SignedInUser,
} from '../../testing/harness.ts'

const domain = 'app.example.com'

type ClientData = Record<string, unknown>
const clientData = (change: (data: ClientData) => ClientData | Uint8Array): Mutations => ({ clientData: change })
const text = (data: ClientData): string => JSON.stringify(data)

/** Mutations of a valid ceremony that make exactly one thing wrong. */
const inBoth: Record<string, Mutations> = {
  'another type': clientData((data) => ({ ...data, type: 'payment.get' })),
  'the type of the other ceremony': clientData((data) => ({
    ...data,
    type: data.type === 'webauthn.get' ? 'webauthn.create' : 'webauthn.get',
  })),
  'another challenge': clientData((data) => ({ ...data, challenge: Buffer.alloc(32, 7).toString('base64url') })),
  'a padded challenge': clientData((data) => ({ ...data, challenge: `${data.challenge}=` })),
  'another origin': clientData((data) => ({ ...data, origin: 'https://evil.example' })),
  'a subdomain': clientData((data) => ({ ...data, origin: 'https://evil.app.example.com' })),
  'a parent domain': clientData((data) => ({ ...data, origin: 'https://example.com' })),
  'another authorized origin': clientData((data) => ({ ...data, origin: 'https://other.example.com' })),
  'another port': clientData((data) => ({ ...data, origin: 'https://app.example.com:8443' })),
  'another scheme': clientData((data) => ({ ...data, origin: 'http://app.example.com' })),
  'another RP ID': { rpId: 'example.com' },
  'an absent user': { flags: (flags) => flags & ~0x01 },
  'an unverified user': { flags: (flags) => flags & ~0x04 },
  'a backup of what cannot be backed up': { flags: (flags) => (flags & ~0x08) | 0x10 },
  'a frame in another page': clientData((data) => ({ ...data, crossOrigin: true })),
  'a frame in another page, named': clientData((data) => ({
    ...data,
    crossOrigin: true,
    topOrigin: 'https://evil.example',
  })),
  'a top origin of no frame': clientData((data) => ({ ...data, topOrigin: 'https://app.example.com' })),
  'a bound token': clientData((data) => ({ ...data, tokenBinding: { status: 'present', id: 'AAAA' } })),
  'a byte order mark': clientData((data) => Buffer.from(`\ufeff${text(data)}`)),
  'white space in front': clientData((data) => Buffer.from(` ${text(data)}`)),
  'a duplicate key in the client data': clientData((data) =>
    Buffer.from(text(data).replace('{', `{"challenge":"${Buffer.alloc(32).toString('base64url')}",`)),
  ),
  'client data in Latin-1': clientData((data) => Buffer.from(text({ ...data, note: 'é' }), 'latin1')),
  'client data that ends early': clientData((data) => Buffer.from(text(data).slice(0, -1))),
  'more than authenticator data': { authenticatorData: (bytes) => Buffer.concat([bytes, Buffer.of(0)]) },
  'less than authenticator data': { authenticatorData: (bytes) => bytes.subarray(0, 36) },
  'extensions that are not there': { flags: (flags) => flags | 0x80 },
}

const inRegistration: Record<string, Mutations> = {
  'an algorithm that was not offered': {
    coseKey: ({ pairs }) => ({ pairs: pairs.map(([key, value]) => (key === 3 ? [3, -35] : [key, value])) }),
  },
  'CBOR that ends early': { attestationBytes: (bytes) => bytes.subarray(0, -8) },
  'CBOR with more behind it': { attestationBytes: (bytes) => Buffer.concat([bytes, encodeCbor({ pairs: [] })]) },
  'a duplicate key in the attestation': {
    attestation: ({ pairs }) => ({ pairs: [...pairs, ['fmt', 'none']] }),
  },
  'a duplicate key in the public key': {
    coseKey: ({ pairs }) => ({ pairs: [...pairs, [3, -7]] }),
  },
  'a duplicate key in two encodings': {
    attestationBytes: (bytes) =>
      Buffer.concat([Buffer.of(0xa4), bytes.subarray(1), Buffer.of(0x78, 3), Buffer.from('fmt'), encodeCbor('none')]),
  },
  'CBOR without a length': {
    attestationBytes: (bytes) => Buffer.concat([Buffer.of(0xbf), bytes.subarray(1), Buffer.of(0xff)]),
  },
  'CBOR without a bottom': { attestationBytes: () => Buffer.alloc(20_000, 0x81) },
  'CBOR of four billion items': { attestationBytes: () => Buffer.from('9affffffff', 'hex') },
  'an attestation of no known format': {
    attestation: ({ pairs }) => ({
      pairs: pairs.map(([key, value]) => (key === 'fmt' ? ['fmt', 'brass'] : [key, value])),
    }),
  },
  'an unrequested self-signed attestation': { isSelfAttested: true },
  'an attestation that says more than nothing': {
    attestation: ({ pairs }) => ({
      pairs: pairs.map(([key, value]) => (key === 'attStmt' ? [key, { pairs: [['alg', -7]] }] : [key, value])),
    }),
  },
  'a credential without an id': { credentialId: new Uint8Array(0) },
  'a credential id of 1024 bytes': { credentialId: Buffer.alloc(1_024, 7) },
  'no credential': { flags: (flags) => flags & ~0x40 },
}

const flipped = (name: 'authenticatorData' | 'clientDataJSON' | 'signature', at: number): Mutations => ({
  response(response) {
    const bytes = Buffer.from(response[name] ?? '', 'base64url')
    const index = at < 0 ? bytes.length + at : at
    bytes.writeUInt8(bytes.readUInt8(index) ^ 1, index)
    return { ...response, [name]: bytes.toString('base64url') }
  },
})

const inAuthentication: Record<string, Mutations> = {
  'authenticator data changed after signing': flipped('authenticatorData', -1),
  'flags changed after signing': flipped('authenticatorData', 32),
  'client data changed after signing': {
    response: (response) => ({
      ...response,
      clientDataJSON: Buffer.from(
        Buffer.from(response.clientDataJSON ?? '', 'base64url')
          .toString()
          .replace('}', ',"a":1}'),
      ).toString('base64url'),
    }),
  },
  'a signature changed': flipped('signature', -1),
  'no signature': { response: (response) => ({ ...response, signature: '' }) },
  'a signature of another key': {
    response: (response) => ({ ...response, signature: Buffer.alloc(64, 1).toString('base64url') }),
  },
  'a credential that was never backed up and now is': { flags: (flags) => flags | 0x18 },
  'another user’s handle': { userHandle: Buffer.from('user-test-eve').toString('base64url') },
  'no handle': { userHandle: null },
  'a new credential inside': {
    flags: (flags) => flags | 0x40,
    authenticatorData: (bytes) =>
      Buffer.concat([bytes, Buffer.alloc(16), Buffer.of(0, 1, 7), encodeCbor({ pairs: [] })]),
  },
}

describe.each(engines)('mutated ceremonies on %s', (engine) => {
  let storage: Storage
  let harness: Harness
  let ada: SignedInUser
  const device = createAuthenticator(origin)
  const authorizedOrigins = [origin, 'https://other.example.com']
  const generous = { limit: 1e6, windowMs: 60_000 }
  const limits = { challenges_per_ip: generous, requests_per_ip: generous }

  beforeAll(async () => {
    storage = await openTestStorage(engine)
    harness = await createHarness(storage, { settings: { authorizedOrigins, limits }, config: { limits } })
    ada = await harness.signIn('ada@example.com', { minutes: 10_000 })
    expect((await register(device.create(await creation()))).outcome).toBe('200')
  })
  afterAll(() => storage.close())
  beforeEach(() => harness.clock.advance(1_000))

  async function creation(): Promise<string> {
    const body = { domain, user_agent: 'x', return_passkey_credential_options: true }
    const { data } = await harness.call('POST', '/webauthn/register/start', body, { session: ada.token })
    return String(Object(data).public_key_credential_creation_options)
  }

  async function request(): Promise<string> {
    const { data } = await harness.call('POST', '/webauthn/authenticate/start/primary', { domain })
    return String(Object(data).public_key_credential_request_options)
  }

  async function register(public_key_credential: string) {
    const answer = await harness.call('POST', '/webauthn/register', { public_key_credential }, { session: ada.token })
    if (answer.outcome === '200') ada.token = answer.data.session_token
    return answer
  }

  const authenticate = (public_key_credential: string) =>
    harness.call('POST', '/webauthn/authenticate', { public_key_credential, session_duration_minutes: 30 })

  it.each(Object.entries({ ...inBoth, ...inRegistration }))(
    'rejects a registration with %s (P-1)',
    async (_, mutation) => {
      const options = await creation()
      const refused = await register(createAuthenticator(origin).create(options, mutation))
      expect([refused.status, refused.outcome]).toEqual([400, 'invalid_webauthn_credential'])
      const account = await storage.accounts.get(harness.project.id, ada.accountId)
      expect(account?.registrations.filter(({ kind }) => kind === 'webauthn')).toHaveLength(1)
    },
  )

  it.each(Object.entries({ ...inBoth, ...inAuthentication }))(
    'rejects a sign-in with %s (P-1)',
    async (_, mutation) => {
      const refused = await authenticate(device.get(await request(), mutation))
      expect([refused.status, refused.outcome]).toEqual([400, 'invalid_webauthn_credential'])
      expect(refused.text).not.toContain('session_token')
    },
  )

  it.each([
    '',
    'null',
    '[]',
    '{}',
    '{"id":1}',
    '"text"',
    '{"id":"AAAA","rawId":"AAAA","type":"public-key","response":{}}',
    '{"id":"AAAA","rawId":"BBBB","type":"public-key","response":{"clientDataJSON":"e30","attestationObject":"e30","authenticatorData":"","signature":""}}',
    `{"id":"A","rawId":"A","type":"public-key","response":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
  ])('rejects %.60s as a credential (P-1)', async (json) => {
    expect((await register(json)).outcome).toBe('invalid_webauthn_credential')
    expect((await authenticate(json)).outcome).toBe('invalid_webauthn_credential')
  })

  it('accepts a passkey that the browser created without the user, if that was requested', async () => {
    const alone: Mutations = { flags: (flags) => flags & ~0x05 }
    const body = { domain, user_agent: 'x', return_passkey_credential_options: true, conditional_create: true }
    const { data } = await harness.call('POST', '/webauthn/register/start', body, { session: ada.token })
    const options = String(Object(data).public_key_credential_creation_options)
    expect(JSON.parse(options).authenticatorSelection).toMatchObject({ userVerification: 'preferred' })
    const made = createAuthenticator(origin)
    expect((await register(made.create(options, alone))).outcome).toBe('200')
    // A sign-in with it requires the user's presence all the same.
    expect((await authenticate(made.get(await request(), alone))).outcome).toBe('invalid_webauthn_credential')
    expect((await authenticate(made.get(await request()))).outcome).toBe('200')
  })

  it('rejects a response from an authorized origin other than the one that began', async () => {
    const other = { origin: 'https://other.example.com' }
    const signed = { public_key_credential: device.get(await request()), session_duration_minutes: 30 }
    expect((await harness.call('POST', '/webauthn/authenticate', signed, other)).outcome).toBe(
      'invalid_webauthn_credential',
    )
    const made = { public_key_credential: createAuthenticator(origin).create(await creation()) }
    const registered = await harness.call('POST', '/webauthn/register', made, { ...other, session: ada.token })
    expect(registered.outcome).toBe('invalid_webauthn_credential')
  })

  it('accepts the same ceremonies without a mutation', async () => {
    expect((await authenticate(device.get(await request()))).outcome).toBe('200')
    // Members that a browser may add are not a mutation.
    const more: Mutations = {
      clientData: (data) => ({ ...data, other_keys_can_be_added_here: 'do not compare', nested: { challenge: 1 } }),
      flags: (flags) => flags | 0x80,
      authenticatorData: (bytes) => Buffer.concat([bytes, encodeCbor({ pairs: [['credProtect', 2]] })]),
    }
    expect((await authenticate(device.get(await request(), more))).outcome).toBe('200')
    const padded = (json: string) =>
      json.replace(
        /"(clientDataJSON|signature|authenticatorData)":"([\w-]+)"/g,
        (_, name, value: string) => `"${name}":"${Buffer.from(value, 'base64url').toString('base64')}"`,
      )
    expect((await authenticate(padded(device.get(await request())))).outcome).toBe('200')
    const other = createAuthenticator(origin)
    expect((await register(other.create(await creation(), more))).outcome).toBe('200')
    const longest = createAuthenticator(origin).create(await creation(), { credentialId: Buffer.alloc(1_023, 9) })
    expect((await register(longest)).outcome).toBe('200')
  })
})
