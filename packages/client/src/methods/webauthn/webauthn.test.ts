import { describe, expect, it } from 'vitest'
import type { BrowserCredential, Platform } from '../../platform/platform.ts'
import { createTestSetup, gate, makeAuth, rejection, signIn } from '../../test-setup.suite.ts'

const minutes = { session_duration_minutes: 30 }
const creation = {
  challenge: '-_8',
  rp: { id: 'app.example.com', name: 'Tea' },
  user: { id: 'dXNlcg', name: 'a', displayName: 'A' },
  excludeCredentials: [{ type: 'public-key', id: 'AQID' }],
}
const requestOptions = {
  challenge: '-_8',
  rpId: 'app.example.com',
  allowCredentials: [{ type: 'public-key', id: 'AQID' }],
}
const primary = '/webauthn/authenticate/start/primary'
const secondary = '/webauthn/authenticate/start/secondary'

type Ceremony = (options: { publicKey: unknown; signal: AbortSignal; mediation?: string }) => unknown

function createHarness(ceremony: Ceremony = () => credential, native: Platform['PublicKeyCredential'] = json) {
  const setup = createTestSetup()
  const { client, tab } = setup.open()
  const ceremonies: [string, object][] = []
  const run =
    (name: string) =>
    async (options: object): Promise<BrowserCredential | null> => {
      ceremonies.push([name, options])
      return (await ceremony(options as Parameters<Ceremony>[0])) as BrowserCredential | null
    }
  tab.install({
    PublicKeyCredential: native as NonNullable<typeof native>,
    navigator: {
      ...tab.platform.navigator,
      userAgent: 'Mozilla/5.0',
      credentials: { create: run('create'), get: run('get') },
    },
  })
  setup.script.on('/webauthn/register/start', {
    data: { user_id: 'u', public_key_credential_creation_options: JSON.stringify(creation) },
  })
  for (const path of [primary, secondary]) {
    setup.script.on(path, { data: { public_key_credential_request_options: JSON.stringify(requestOptions) } })
  }
  const answer = { ...makeAuth('s1'), webauthn_registration_id: 'webauthn-registration-test-1' }
  setup.script.on('/webauthn/register', { data: answer })
  setup.script.on('/webauthn/authenticate', { data: answer })
  const bodies = (path: string): unknown[] => setup.script.to(path).map(({ body }) => body)
  return { setup, client, tab, ceremonies, bodies }
}

/** The JSON methods of a browser. They mark their result, so that a test can tell it from the JSON. */
const json = {
  parseCreationOptionsFromJSON: (options: object) => ({ parsed: options }),
  parseRequestOptionsFromJSON: (options: object) => ({ parsed: options }),
}
const credential = { id: 'AQID', toJSON: () => ({ id: 'AQID', made: 'by the browser' }) }
const credentialText = JSON.stringify(credential)
const never = (): Promise<never> => new Promise(() => undefined)

/** A ceremony that rejects when its signal aborts, as in a browser. */
const untilAborted: Ceremony = ({ signal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

describe('webauthn.register', () => {
  it('sends every field of the start, and the credential [C-CALL-48] [C-CALL-49] [C-CALL-50]', async () => {
    const { client, ceremonies, bodies } = createHarness()
    const given = {
      domain: 'example.com',
      authenticator_type: 'platform',
      override_id: 'i',
      override_name: 'n',
      override_display_name: 'd',
      user_agent: 'mine',
      use_base64_url_encoding: false,
    } as const
    const data = await client.webauthn.register({ ...given, is_passkey: true, ...minutes })
    expect(bodies('/webauthn/register/start')).toEqual([{ ...given, return_passkey_credential_options: true }])
    expect(ceremonies).toEqual([['create', { publicKey: { parsed: creation }, signal: expect.any(AbortSignal) }]])
    expect(bodies('/webauthn/register')).toEqual([{ public_key_credential: credentialText, ...minutes }])
    expect(data.webauthn_registration_id).toBe('webauthn-registration-test-1')
    expect(client.session.getSync()?.session_id).toBe('session-test-s1')
  })

  it('adds domain and user agent', async () => {
    const { client, bodies } = createHarness()
    await client.webauthn.register()
    expect(bodies('/webauthn/register/start')).toEqual([
      { domain: 'app.example.com', user_agent: 'Mozilla/5.0', use_base64_url_encoding: true },
    ])
    expect(bodies('/webauthn/register')).toEqual([{ public_key_credential: credentialText }])
  })

  it('checks its optional fields before a request [C-VAL-07] [C-VAL-33]', async () => {
    const { client, bodies } = createHarness()
    const rows = {
      ...{ domain: 'string', authenticator_type: 'string', override_id: 'string', override_name: 'string' },
      ...{ override_display_name: 'string', user_agent: 'string', is_passkey: 'boolean' },
      ...{ use_base64_url_encoding: 'boolean', session_duration_minutes: 'number' },
    }
    for (const [field, type] of Object.entries(rows)) {
      expect((await rejection(client.webauthn.register({ [field]: [] } as never))).message).toBe(
        `Invalid call to webauthn.register\n${field} must be a ${type}`,
      )
    }
    expect(bodies('/webauthn/register/start')).toEqual([])
  })
})

describe('webauthn.authenticate', () => {
  it('goes to primary without a session [C-CALL-51] [C-CALL-53] [C-CALL-54]', async () => {
    const { client, ceremonies, bodies } = createHarness()
    const data = await client.webauthn.authenticate({ is_passkey: true, ...minutes })
    expect(bodies(primary)).toEqual([{ domain: 'app.example.com', return_passkey_credential_options: true }])
    expect(ceremonies).toEqual([['get', { publicKey: { parsed: requestOptions }, signal: expect.any(AbortSignal) }]])
    expect(bodies('/webauthn/authenticate')).toEqual([{ public_key_credential: credentialText, ...minutes }])
    expect(data.webauthn_registration_id).toBe('webauthn-registration-test-1')
    expect(client.session.getSync()?.session_id).toBe('session-test-s1')
  })

  it('goes to secondary with a session [C-CALL-52]', async () => {
    const { client, setup, bodies } = createHarness()
    await signIn(setup, client)
    await client.webauthn.authenticate({ domain: 'example.com', ...minutes })
    expect([bodies(primary), bodies(secondary)]).toEqual([[], [{ domain: 'example.com' }]])
  })

  it('checks its fields before a request [C-VAL-07] [C-VAL-34]', async () => {
    const { client, bodies } = createHarness()
    const rows = {
      domain: 'string',
      is_passkey: 'boolean',
      conditional_mediation: 'boolean',
      session_duration_minutes: 'number',
    }
    for (const [field, type] of Object.entries(rows)) {
      expect((await rejection(client.webauthn.authenticate({ ...minutes, [field]: [] } as never))).message).toBe(
        `Invalid call to webauthn.authenticate\n${field} must be a ${type}`,
      )
    }
    expect((await rejection(client.webauthn.authenticate(undefined as never))).message).toContain('must be a number')
    expect(bodies(primary)).toEqual([])
  })
})

describe('autofill', () => {
  const able = { ...json, isConditionalMediationAvailable: async () => true }
  const conditional = { conditional_mediation: true, is_passkey: true, ...minutes } as const

  it('uses conditional mediation', async () => {
    const { client, ceremonies, tab } = createHarness(undefined, able)
    Object.assign(tab.platform.document, { querySelector: () => ({}) })
    expect(await client.webauthn.browserSupportsAutofill()).toBe(true)
    expect(await client.webauthn.authenticate(conditional)).toMatchObject({ session_token: 'token-s1' })
    expect(ceremonies).toEqual([
      ['get', { publicKey: { parsed: requestOptions }, signal: expect.any(AbortSignal), mediation: 'conditional' }],
    ])
    expect(tab.log).toEqual([])
  })

  it.each([json, { ...json, isConditionalMediationAvailable: async () => false }])(
    'warns if the browser does not support autofill, and shows no dialog [C-ERR-53]',
    async (native) => {
      const { client, tab, ceremonies, bodies } = createHarness(undefined, native)
      expect(await client.webauthn.browserSupportsAutofill()).toBe(false)
      expect(await client.webauthn.authenticate(conditional)).toBeNull()
      expect([ceremonies, bodies(primary)]).toEqual([[], []])
      expect(tab.log).toEqual([
        { level: 'warn', text: '[Latchkey] Conditional mediation is not supported by this browser.' },
      ])
    },
  )

  it('warns if no input supports autofill, and continues [C-ERR-54]', async () => {
    const { client, tab, ceremonies } = createHarness(undefined, able)
    const looked: string[] = []
    const querySelector = (selector: string): null => {
      looked.push(selector)
      return null
    }
    Object.assign(tab.platform.document, { querySelector })
    expect(await client.webauthn.authenticate(conditional)).not.toBeNull()
    expect([ceremonies.length, looked]).toEqual([1, ['input[autocomplete$="webauthn"]']])
    expect(tab.log).toEqual([
      { level: 'warn', text: '[Latchkey] No input with the autocomplete value "webauthn" was found.' },
    ])
  })

  it('reports autofill as unsupported without passkeys', async () => {
    expect(await createTestSetup().open().client.webauthn.browserSupportsAutofill()).toBe(false)
  })
})

describe('a ceremony', () => {
  it('aborts a ceremony when the next one starts', async () => {
    const { client, setup, ceremonies } = createHarness(({ mediation }) => (mediation ? never() : credential), {
      ...json,
      isConditionalMediationAvailable: async () => true,
    })
    // The response to the first start arrives last. It must not end the second ceremony.
    const late = gate<{ data: unknown }>()
    const data = { public_key_credential_request_options: JSON.stringify(requestOptions) }
    setup.script.on(primary, () => late.promise, { data })
    const first = rejection(client.webauthn.authenticate({ ...minutes }))
    const second = client.webauthn.authenticate({ ...minutes })
    expect(await second).toMatchObject({ session_token: 'token-s1' })
    late.open({ data })
    expect((await first).name).toBe('AbortError')
    expect(ceremonies).toHaveLength(1)
  })

  it('aborts a ceremony with the reason of the given signal', async () => {
    const { client, ceremonies, bodies } = createHarness(untilAborted)
    const ending = new AbortController()
    const call = rejection(client.webauthn.authenticate({ ...minutes, signal: ending.signal }))
    while (!ceremonies[0]) await new Promise((resolve) => setTimeout(resolve))
    const reason = new Error('unmounted')
    ending.abort(reason)
    expect(await call).toBe(reason)
    expect(await rejection(client.webauthn.register({ signal: ending.signal }))).toBe(reason)
    expect([bodies('/webauthn/authenticate'), bodies('/webauthn/register/start')]).toEqual([[], []])
  })

  it('aborts a ceremony when the client is disposed', async () => {
    const { client, ceremonies } = createHarness(untilAborted)
    const call = rejection(client.webauthn.register())
    while (!ceremonies[0]) await new Promise((resolve) => setTimeout(resolve))
    client.dispose()
    expect((await call).name).toBe('AbortError')
  })

  it.each([
    ['NotAllowedError', 'user_cancelled'],
    ['SecurityError', 'passkeys_misconfigured'],
    ['NotSupportedError', 'passkeys_unsupported'],
    ['EncodingError', 'passkeys_invalid_encoding'],
    ['InvalidStateError', 'internal_error'],
  ])('turns a ceremony that fails with %s into %s', async (name, kind) => {
    const cause = new DOMException('The browser’s words.', name)
    const { client, bodies } = createHarness(() => Promise.reject(cause))
    expect(await rejection(client.webauthn.register())).toMatchObject({
      name: 'SdkError',
      latchkeyError: true,
      kind,
      cause,
      message: `${kind}: The browser’s words.`,
    })
    expect(bodies('/webauthn/register')).toEqual([])
  })

  it('rejects a ceremony without a credential or with invalid options', async () => {
    const empty = createHarness(() => null)
    expect(await rejection(empty.client.webauthn.register())).toMatchObject({
      kind: 'missing_authorization_credential',
    })
    const broken = createHarness()
    broken.setup.script.on(primary, { data: { public_key_credential_request_options: '{' } })
    expect(await rejection(broken.client.webauthn.authenticate(minutes))).toMatchObject({
      kind: 'passkeys_invalid_encoding',
    })
  })

  it('rejects before a request if the browser has no passkeys', async () => {
    const setup = createTestSetup()
    const { client } = setup.open()
    expect(await rejection(client.webauthn.register())).toMatchObject({
      name: 'SdkError',
      kind: 'passkeys_unsupported',
    })
    expect(setup.script.to('/webauthn/register/start')).toEqual([])
  })
})

describe('a browser without the JSON methods', () => {
  const bytes = (...values: number[]): ArrayBuffer => Uint8Array.from(values).buffer
  const bare = {
    id: 'AQID',
    type: 'public-key',
    authenticatorAttachment: 'platform',
    getClientExtensionResults: () => ({ credProps: { rk: true } }),
  }
  const common = {
    id: 'AQID',
    rawId: 'AQID',
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: { credProps: { rk: true } },
  }

  it('receives bytes, and its credential is encoded', async () => {
    const response = {
      clientDataJSON: bytes(251, 255),
      attestationObject: bytes(1),
      getTransports: () => ['internal', 'hybrid'],
    }
    const { client, ceremonies, bodies } = createHarness(() => ({ ...bare, response }), {})
    await client.webauthn.register()
    expect(ceremonies[0]?.[1]).toMatchObject({
      publicKey: {
        ...creation,
        challenge: Uint8Array.of(251, 255),
        user: { ...creation.user, id: new TextEncoder().encode('user') },
        excludeCredentials: [{ type: 'public-key', id: Uint8Array.of(1, 2, 3) }],
      },
    })
    const [body] = bodies('/webauthn/register') as { public_key_credential: string }[]
    expect(JSON.parse(body?.public_key_credential ?? '')).toEqual({
      ...common,
      response: { clientDataJSON: '-_8', attestationObject: 'AQ', transports: ['internal', 'hybrid'] },
    })
  })

  it('signs in', async () => {
    const response = {
      clientDataJSON: bytes(1),
      authenticatorData: bytes(2),
      signature: bytes(3),
      userHandle: null,
    }
    const { client, ceremonies, bodies } = createHarness(() => ({ ...bare, response }), {})
    await client.webauthn.authenticate(minutes)
    expect(ceremonies[0]?.[1]).toMatchObject({
      publicKey: { allowCredentials: [{ type: 'public-key', id: Uint8Array.of(1, 2, 3) }] },
    })
    const [body] = bodies('/webauthn/authenticate') as { public_key_credential: string }[]
    expect(JSON.parse(body?.public_key_credential ?? '')).toEqual({
      ...common,
      response: { clientDataJSON: 'AQ', authenticatorData: 'Ag', signature: 'Aw' },
    })
  })
})

describe('webauthn.update', () => {
  const given = { webauthn_registration_id: 'webauthn-registration-test-1', name: 'Laptop' }
  const path = '/webauthn/update/webauthn-registration-test-1'

  it('renames a passkey [C-CALL-55]', async () => {
    const { client, setup } = createHarness()
    setup.script.on(path, { data: { webauthn_registration: { name: 'Laptop' } } })
    expect((await client.webauthn.update(given)).webauthn_registration.name).toBe('Laptop')
    expect(setup.script.to(path).map(({ method, body }) => [method, body])).toEqual([['PUT', { name: 'Laptop' }]])
  })

  it('checks its arguments first', async () => {
    const { client, bodies } = createHarness()
    for (const field of ['webauthn_registration_id', 'name']) {
      expect((await rejection(client.webauthn.update({ ...given, [field]: 7 }))).message).toBe(
        `Invalid call to webauthn.update\n${field} must be a string`,
      )
    }
    expect(bodies(path)).toEqual([])
  })
})
