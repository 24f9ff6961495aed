import { randomBytes } from 'node:crypto'
import type { JsonValue } from '@latchkey/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newSessionToken } from '../../sessions/session-token.ts'
import type { EventRecord } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { createHarness, engines, openTestStorage, origin } from '../../testing/harness.ts'
import { noteVariants } from '../../testing/variants.suite.ts'
import { newLinkToken, newPasscode } from '../../tokens/one-time-secrets.ts'

const random = { bytes: (length: number): Uint8Array => randomBytes(length) }
const part = (length: number) => randomBytes(length).toString('base64url')
const jwtHeader = Buffer.from('{"alg":"ES256","kid":"k"}').toString('base64url')
const claims = Buffer.from(JSON.stringify({ sub: 'user-test-1', iss: 'https://auth.example.com' })).toString(
  'base64url',
)

/** Every form of secret that the provider issues. */
const forms: Record<string, () => string> = {
  'session token': () => newSessionToken(random),
  'session JWT': () => `${jwtHeader}.${claims}.${part(64)}`,
  'unsigned JWT': () => `${jwtHeader}.${claims}.`,
  'link, reset, OAuth or refresh token': () => newLinkToken(random),
  'secret key': () => `secret-test-${part(32)}`,
  passcode: () => newPasscode(random),
}

const utf8 = (text: string) => Buffer.from(text)
/** The encodings and contexts in which an event can contain a secret. */
const spellings: Record<string, (secret: string) => string> = {
  plain: (secret) => secret,
  'in a sentence': (secret) => `The server returned: ${secret}, and then it stopped`,
  'in a query': (secret) => `https://app.example.com/authenticate?x=1&token=${secret}`,
  'in a fragment': (secret) => `https://app.example.com/#access_token=${secret}`,
  'in a path': (secret) => `https://app.example.com/reset/${secret}/done`,
  'in JSON': (secret) => JSON.stringify({ a: [{ b: secret }] }),
  'as a header': (secret) => `Authorization: Bearer ${secret}`,
  'as a cookie': (secret) => `theme=dark; latchkey_session=${secret}; path=/`,
  'percent-encoded': (secret) => encodeURIComponent(`?token=${secret}`),
  'all percent-encoded': (secret) => [...utf8(secret)].map((one) => `%${one.toString(16).padStart(2, '0')}`).join(''),
  'percent-encoded three times': (secret) =>
    encodeURIComponent(encodeURIComponent(encodeURIComponent(`https://a.b/?u=https://c.d/?token=${secret}`))),
  'in base64': (secret) => utf8(`public:${secret}`).toString('base64'),
  'in base64url': (secret) => utf8(`code=${secret}`).toString('base64url'),
  'in base64 twice': (secret) => utf8(utf8(`code=${secret}`).toString('base64')).toString('base64'),
  'in hexadecimal digits': (secret) => utf8(secret).toString('hex'),
  escaped: (secret) => [...secret].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  'as entities': (secret) => [...secret].map((one) => `&#${one.charCodeAt(0)};`).join(''),
}

/** The position of the secret in the details. */
const positions: Record<string, (text: string) => JsonValue> = {
  'a field': (text) => ({ note: text }),
  'a list': (text) => ({ list: ['x', text] }),
  'deep inside': (text) => ({ a: { b: [{ c: { d: [[text]] } }] } }),
  'a name': (text) => ({ [text]: true }),
}

const telemetry = {
  ...{ event_id: 'event-1', app_session_id: 'a', persistent_id: 'p', client_sent_at: '2027-01-15T08:00:00Z' },
  ...{ timezone: 'UTC', app: { identifier: 'app' }, sdk: { identifier: 'latchkey-js', version: '5.29.1' } },
}

describe.each(engines)('secrets in events on %s', (engine) => {
  let storage: Storage
  const storedEvents: EventRecord[] = []
  beforeAll(async () => {
    const real = await openTestStorage(engine)
    const insert = (rows: EventRecord[]) => {
      storedEvents.push(...rows)
      return real.events.insert(rows)
    }
    storage = { ...real, events: { ...real.events, insert } }
  })
  afterAll(() => storage.close())

  const variants = Object.keys(forms).flatMap((form) =>
    Object.keys(spellings).flatMap((spelling) => Object.keys(positions).map((place) => ({ form, spelling, place }))),
  )

  async function send(events: object[]): Promise<void> {
    const harness = await createHarness(storage, {
      config: { limits: { event_batches_per_ip: { limit: 1e6, windowMs: 1 } } },
    })
    for (let index = 0; index < events.length; index += 10) {
      const body = events.slice(index, index + 10).map((event) => ({
        ...{ telemetry, event: { event_name: 'x', details: {}, ...event, public_token: harness.project.publicToken } },
      }))
      const answer = await harness.fetch(
        new Request('https://auth.example.com/sdk/v1/events', {
          ...{ method: 'POST', headers: { 'content-type': 'application/json', origin }, body: JSON.stringify(body) },
        }),
      )
      expect(answer.outcome).toBe('200')
    }
  }

  it(`are dropped before storage, in all of ${variants.length} variants (A-13)`, async () => {
    storedEvents.length = 0
    const texts = variants.map(({ form, spelling }) => spellings[spelling]?.(forms[form]?.() ?? '') ?? '')
    await send(variants.map(({ place }, index) => ({ details: positions[place]?.(texts[index] ?? '') })))
    const stored = variants.filter((_, index) =>
      JSON.stringify(storedEvents[index]?.details).includes(JSON.stringify(texts[index]).slice(1, -1)),
    )
    noteVariants(variants.length)
    expect([storedEvents.length, stored]).toEqual([variants.length, []])
  })

  it('are dropped before storage as numbers and digits (A-13)', async () => {
    storedEvents.length = 0
    const code = (): number => 100_000 + (randomBytes(4).readUInt32BE() % 900_000)
    const digits = () => [...String(code())]
    // The details, and the texts of which none is stored.
    const sent: [details: object, texts: string[]][] = [
      ...['note', 'value', 'input', 'otp', 'totp_value', 'mfa', 'x'].flatMap((name) =>
        Array.from({ length: 5 }, (): [object, string[]] => {
          const number = code()
          return [{ [name]: number }, [String(number)]]
        }),
      ),
      ...[code(), code()].map((number): [object, string[]] => [{ list: ['x', number, 7] }, [String(number)]]),
      ...[code(), code()].map((number): [object, string[]] => [{ a: [{ b: { c: [[number]] } }] }, [String(number)]]),
      // Without its leading zeros, or with another number of digits, by the name of the field.
      ...['otp', 'emailOtp', 'smsOTP', 'pin', 'user_pin', 'mfa', '2fa'].flatMap((name) =>
        [12_345, 7, '1234', '12345678', '123 456', '123-456', [1, 2, 3, 4], ['1', '2', '3', '4']].map(
          (value): [object, string[]] => [{ [name]: value }, [name]],
        ),
      ),
      ...[digits(), digits().map(Number)].flatMap((value): [object, string[]][] => [
        [{ fields: value }, [value.join('","'), value.join()]],
        [{ a: { fields: [value] } }, [value.join('","'), value.join()]],
      ]),
    ]
    await send(sent.map(([details]) => ({ details })))
    noteVariants(sent.length)
    const stored = sent.filter(([, texts], index) =>
      texts.some((text) => JSON.stringify(storedEvents[index]?.details.details).includes(text)),
    )
    expect([storedEvents.length, stored]).toEqual([sent.length, []])
  })

  it('are dropped from names of events, error codes and lists of character codes (A-13)', async () => {
    storedEvents.length = 0
    noteVariants(3)
    const token = newSessionToken(random)
    await send([
      { event_name: `failed ${token}` },
      { error_code: token },
      { details: { bytes: [...Buffer.from(token)] } },
    ])
    const bytes = [...Buffer.from(token)].join()
    expect(storedEvents.filter((one) => [token, bytes].some((form) => JSON.stringify(one).includes(form)))).toEqual([])
  })

  it('do not cause false positives in events of the kit', async () => {
    storedEvents.length = 0
    const details = {
      ...{ onStateChange: true, count: 3, duration: 123456, type: 'magic_link', screen: 'passkey-registration-start' },
      ...{ url: 'https://app.example.com/authenticate', version: '5.29.1', at: '2027-01-15T08:00:00.123Z' },
      ...{ user_id: 'user-test-01890a5d-ac96-774b-bcce-b302099a8057', products: ['emailMagicLinks', 'otp'] },
      ...{ message: 'The request failed: network unreachable', kind: 'discovery_organization_selection_screen' },
      ...{
        otp: true,
        otpOptions: { methods: ['email'], expiration_minutes: 5 },
        shipping: 123_456_789,
        sizes: [1, 2, 3],
      },
      ...{ elapsed_ms: 100_000, page_width: 123_456, item_count: 654_321, ratio: 0.123456, precise: 123_456.5 },
      callbacks: ['onSuccess', 'onError', 'cryptoWalletsAuthenticateStartPrimary'],
    }
    await send([{ event_name: 'render_login_screen', error_code: 'otp_code_not_found', details }])
    expect(storedEvents.map(({ name, details }) => [name, details.error_code, details.details])).toEqual([
      ['render_login_screen', 'otp_code_not_found', details],
    ])
  })
})
