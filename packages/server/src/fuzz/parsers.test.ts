import type { SiweParams } from '@latchkey/contract'
import { createAuthenticator } from '@latchkey/testkit/authenticator'
import fc from 'fast-check'
import { parseSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ProviderError } from '../core/provider-error.ts'
import { parseAuthorization } from '../http/authorization.ts'
import { canonicalIp, createAddressReader } from '../http/client-address.ts'
import { canonicalEmail } from '../identifiers/email-address.ts'
import { canonicalPhoneNumber } from '../identifiers/phone-number.ts'
import { readIdTokenHint } from '../oidc-provider/logout/id-token-hint.ts'
import { createIdpHarness, type IdpHarness } from '../oidc-provider/oidc-provider.suite.ts'
import { readAccessToken } from '../oidc-provider/token/access-token.ts'
import { checkSiweParams, siweMessage } from '../products/crypto-wallets/sign-in-message.ts'
import { canonicalWallet, isSignedBy } from '../products/crypto-wallets/wallet-crypto.ts'
import { readAuthenticatorData } from '../products/webauthn/authenticator-data.ts'
import { readClientData } from '../products/webauthn/client-data.ts'
import { readAuthentication, readRegistration } from '../products/webauthn/presented-credential.ts'
import { findItemEnd } from '../products/webauthn/strict-cbor.ts'
import { isSessionToken, newSessionToken } from '../sessions/session-token.ts'
import { createSigningKeys } from '../signing/signing-keys.ts'
import type { Storage } from '../storage/storage.ts'
import { openTestStorage } from '../testing/harness.ts'
import { isAuthorizedOrigin } from '../urls/origin-list.ts'
import { isAllowedRedirect } from '../urls/redirect-list.ts'
import { nastyTexts } from './requests.suite.ts'

/** Inputs to each parser; 50,000 in the full run. */
const numRuns = Number(process.env.PARSER_FUZZ_RUNS ?? 500)

const text = fc.oneof(
  fc.constantFrom(...nastyTexts),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 60 }),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.emailAddress(),
  // A valid part between invalid parts.
  fc
    .array(
      fc.constantFrom(
        'https://',
        'app.example.com',
        '/',
        'evil.example',
        '@',
        ':',
        '#',
        '?',
        '\\',
        '%2f',
        '..',
        '*',
        ' ',
        '\t',
        'a',
        '+1',
        '202555',
        '0123',
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
)
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 120 }),
  fc
    .tuple(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.constantFrom(0x01, 0x05, 0x41, 0x45, 0x85, 0xc5),
      fc.uint8Array({ maxLength: 80 }),
    )
    .map(([hash, flags, rest]) => Uint8Array.of(...hash, flags, ...rest)),
  fc.json({ maxDepth: 3 }).map((json) => new TextEncoder().encode(json)),
)
/** A valid value, as it is or with one or two characters removed, added or replaced. */
function nearly(...valid: [string, ...string[]]): fc.Arbitrary<string> {
  const edit = fc.tuple(fc.nat(400), fc.nat(2), fc.oneof(fc.constant(''), fc.constantFrom(...nastyTexts), fc.string()))
  return fc.tuple(fc.constantFrom(...valid), fc.array(edit, { maxLength: 2 })).map(([value, edits]) =>
    edits.reduce((one, [at, gone, added]) => {
      const from = at % (one.length + 1)
      return one.slice(0, from) + added.slice(0, 2) + one.slice(from + gone)
    }, value),
  )
}

/** The same for bytes: one or two of them are replaced, or the end is cut off. */
function nearlyBytes(...valid: [Uint8Array, ...Uint8Array[]]): fc.Arbitrary<Uint8Array> {
  const edit = fc.tuple(fc.nat(2_000), fc.nat(255), fc.boolean())
  return fc.tuple(fc.constantFrom(...valid), fc.array(edit, { maxLength: 2 })).map(([value, edits]) =>
    edits.reduce((one, [at, byte, isCut]) => {
      const from = at % (one.length + 1)
      return isCut ? one.slice(0, from) : one.map((old, index) => (index === from ? byte : old))
    }, value),
  )
}

/** Runs a property and counts accepted inputs by name: a property that only sees rejected inputs proves nothing. */
function always<T>(
  arbitrary: fc.Arbitrary<T>,
  names: readonly string[],
  check: (value: T, accept: (name: string) => void) => void,
): void {
  const accepted = new Set<string>()
  fc.assert(
    fc.property(arbitrary, (value) => check(value, (name) => void accepted.add(name))),
    { numRuns },
  )
  expect([...accepted].sort()).toEqual([...names].sort())
}

const ethereumAddress = '0x52908400098527886E0F7030069857D2E4169EE7'
/** The public key of RFC 8032 §7.1, test 1; a key off the curve is not an address. */
const solanaAddress = 'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z'
const page = 'https://app.example.com'
const device = createAuthenticator(page)
const requestOptions = {
  challenge: 'AAAAAAAAAAAAAAAAAAAAAA',
  rp: { id: 'app.example.com', name: 'App' },
  rpId: 'app.example.com',
}
const creation = {
  ...requestOptions,
  user: { id: 'AAAA', name: 'ada', displayName: 'Ada' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
}
const registration = device.create(JSON.stringify(creation))
const authentication = device.get(JSON.stringify(requestOptions))
const responsePart = (credential: string, name: string): Buffer =>
  Buffer.from(String(JSON.parse(credential).response[name]), 'base64url')

/** The result, or null for an error. Reference errors, exhausted stacks and other thrown values fail the test. */
function outcome<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(ReferenceError)
    expect((error as Error).message).not.toMatch(/call stack|heap/i)
    return null
  }
}

describe('parsers', () => {
  it('an email address is one mailbox in canonical form', () => {
    const given = fc.oneof(text, nearly('ada@example.com', 'Ada.Lovelace+tag@sub.example.co.uk'))
    always(given, ['email'], (input, accept) => {
      const address = canonicalEmail(input)
      if (address === null) return
      accept('email')
      expect(address).toMatch(/^[^\s@<>,;:"]+@[^\s@<>,;:"]+\.[^\s@<>,;:".]+$/)
      expect(canonicalEmail(address)).toBe(address)
      expect(canonicalEmail(address.toUpperCase())).toBe(address)
    })
  })

  it('a phone number is digits in canonical form', async () => {
    let accepted = 0
    const given = fc.oneof(text, nearly('+12025550123', '+4915123456789', '+442071838750'))
    const property = fc.asyncProperty(given, async (input) => {
      const result = await canonicalPhoneNumber(input)
      if ('problem' in result) return
      accepted += 1
      expect(result.number).toMatch(/^\+[1-9]\d{5,14}$/)
      expect(await canonicalPhoneNumber(result.number)).toEqual(result)
    })
    await fc.assert(property, { numRuns })
    expect(accepted).toBeGreaterThan(0)
  })

  it('an allowed redirect URL leads to an origin on the redirect list', () => {
    const list = ['https://app.example.com/in', 'https://app.example.com/next/*', 'https://app.example.com/q?a={}']
    const given = fc.oneof(text, nearly(page, ...list.map((entry) => entry.replace('*', 'a/b').replace('{}', '1'))))
    always(given, ['redirect', 'origin'], (input, accept) => {
      for (const address of [input, `https://app.example.com${input}`, `https://app.example.com/next/${input}`]) {
        if (!isAllowedRedirect(address, list, 'live')) continue
        accept('redirect')
        const { origin, pathname, hash, username } = new URL(address)
        expect([origin, hash, username]).toEqual(['https://app.example.com', '', ''])
        expect(pathname).toMatch(/^\/(in$|next\/|q$)/)
      }
      if (!isAuthorizedOrigin(input, [page], 'live')) return
      accept('origin')
      expect(input).toBe(page)
    })
  })

  it('headers and network addresses are parsed or rejected without an unexpected error', () => {
    const read = createAddressReader(0)
    const sessionToken = newSessionToken({ bytes: (length) => new Uint8Array(length).fill(7) })
    const given = fc.oneof(text, nearly('public-token-test-1:token', '203.0.113.9', '2001:db8::1', sessionToken))
    always(given, ['header', 'ip', 'session'], (input, accept) => {
      for (const header of [input, `Basic ${input}`, `Basic ${Buffer.from(input).toString('base64')}`]) {
        const credentials = parseAuthorization(header)
        if (credentials) accept('header')
        if (credentials)
          expect([credentials.publicToken === '', credentials.publicToken.includes(':')]).toEqual([false, false])
      }
      const ip = canonicalIp(input)
      if (ip !== null) accept('ip')
      if (ip !== null) expect(canonicalIp(ip)).toBe(ip)
      expect(read('203.0.113.7', input).ip).toBe('203.0.113.7')
      if (!isSessionToken(input)) return
      accept('session')
      expect([input.length, /^[\w-]+$/.test(input)]).toEqual([sessionToken.length, true])
    })
  })

  it('a credential, its client data and its CBOR are read completely or rejected', () => {
    const valid = nearlyBytes(
      ...([responsePart(authentication, 'authenticatorData'), responsePart(registration, 'clientDataJSON')] as const),
      ...[responsePart(registration, 'attestationObject'), Buffer.from(registration), Buffer.from(authentication)],
    )
    const names = ['cbor', 'authenticator data', 'client data', 'registration', 'authentication']
    always(fc.oneof(bytes, valid), names, (given, accept) => {
      const buffer = Buffer.from(given)
      const end = outcome(() => findItemEnd(buffer, 0))
      if (end !== null) accept('cbor')
      if (end !== null) expect(end > 0 && end <= buffer.length).toBe(true)
      const data = outcome(() => readAuthenticatorData(buffer))
      if (data) accept('authenticator data')
      if (data) expect(data.rpIdHash).toBe(buffer.toString('hex', 0, 32))
      const client = outcome(() => readClientData(buffer))
      if (client) accept('client data')
      if (client) expect(JSON.parse(buffer.toString())).toMatchObject(client)
      if (outcome(() => readRegistration(buffer.toString()))) accept('registration')
      if (outcome(() => readAuthentication(buffer.toString()))) accept('authentication')
    })
  })

  it('a wallet is one address in canonical form', { timeout: 1_800_000 }, async () => {
    const accepted = new Set<string>()
    const addresses = nearly(ethereumAddress, ethereumAddress.toLowerCase(), solanaAddress)
    await fc.assert(
      fc.asyncProperty(fc.oneof(text, addresses), async (input) => {
        for (const type of ['ethereum', 'solana'] as const) {
          const found = await canonicalWallet(type, input)
          if (found) accepted.add(type)
          if (found) expect(await canonicalWallet(type, found.address)).toEqual(found)
        }
      }),
      { numRuns },
    )
    expect([...accepted].sort()).toEqual(['ethereum', 'solana'])
  })

  // Each run verifies six signatures of a millisecond or more.
  it('no generated signature is valid for a wallet', { timeout: 1_800_000 }, async () => {
    const wallets = [
      { type: 'ethereum', address: ethereumAddress },
      { type: 'solana', address: solanaAddress },
    ] as const
    for (const wallet of wallets) expect(await canonicalWallet(wallet.type, wallet.address)).toEqual(wallet)
    await fc.assert(
      fc.asyncProperty(text, bytes, async (input, given) => {
        const signatures = [
          input,
          `0x${Buffer.from(given).toString('hex')}`,
          `0x${Buffer.from(given).toString('hex').padEnd(130, '1').slice(0, 130)}`,
        ]
        for (const signature of signatures)
          for (const wallet of wallets) expect(await isSignedBy(wallet, 'a message', signature)).toBe(false)
      }),
      { numRuns: Math.ceil(numRuns / 50) },
    )
  })

  it('fields that a page adds to the message of a wallet stay in their own line', () => {
    const facts = {
      wallet: { type: 'ethereum', address: ethereumAddress },
      ...{
        domain: 'app.example.com',
        nonce: 'f'.repeat(64),
        issuedAt: 1_800_000_000_000,
        expiresAt: 1_800_000_300_000,
      },
    } as const
    const words = ['Welcome.', 'URI: https://evil.example', 'Nonce: 0', 'request-7', '10', '2027-01-15T08:00:00Z', page]
    const right = {
      uri: fc.constantFrom(page, `${page}/in?a=b`),
      chain_id: fc.constantFrom('1', '137'),
      statement: fc.constantFrom('', 'Welcome.', 'URI: https://evil.example', 'Nonce: 0'),
      message_request_id: fc.constantFrom('', 'request-7'),
      issued_at: fc.constantFrom('2027-01-15T08:00:00Z', '2027-01-15T09:00:00+01:00'),
      not_before: fc.constantFrom('2027-01-15T08:00:00Z'),
      resources: fc.array(fc.constantFrom('ipfs://x/', page), { maxLength: 3 }),
    }
    const line = fc.oneof(
      text,
      text.map((tail) => `${page}/${tail}`),
      fc
        .tuple(fc.constantFrom(...words), fc.constantFrom('', '\n', '\r', '\u2028', '\nNonce: 0', ' '))
        .map((two) => two.join('')),
    )
    // Only one field is invalid, because a check stops at the first invalid field.
    const params = fc
      .tuple(fc.record(right, { requiredKeys: [] }), fc.constantFrom(...Object.keys(right)), line)
      .map(([given, name, one]) => ({ ...given, [name]: name === 'resources' ? [one] : one }) as SiweParams)
    always(params, ['message'], (given, accept) => {
      try {
        checkSiweParams(given, (origin) => origin === page, facts.expiresAt)
      } catch (error) {
        expect(error).toBeInstanceOf(ProviderError)
        return
      }
      accept('message')
      const { statement, issued_at, not_before, message_request_id: id, resources = [] } = given
      const uri = given.uri ?? page
      const message = siweMessage(facts, { ...given, uri })
      expect(message.split(/[\r\n\u0085\u2028\u2029]/)).toEqual([
        ...['app.example.com wants you to sign in with your Ethereum account:', facts.wallet.address, ''],
        ...(statement ? [statement, ''] : ['']),
        ...[`URI: ${uri}`, 'Version: 1', `Chain ID: ${given.chain_id ?? 1}`, `Nonce: ${facts.nonce}`],
        ...[`Issued At: ${issued_at ?? '2027-01-15T08:00:00.000Z'}`, 'Expiration Time: 2027-01-15T08:05:00.000Z'],
        ...(not_before === undefined ? [] : [`Not Before: ${not_before}`]),
        ...(id === undefined ? [] : [`Request ID: ${id}`]),
        ...(resources.length === 0 ? [] : ['Resources:', ...resources.map((one) => `- ${one}`)]),
      ])
      expect(new URL(uri).origin).toBe(page)
      const { domain, nonce, expirationTime } = parseSiweMessage(message)
      expect([domain, nonce, expirationTime]).toEqual([facts.domain, facts.nonce, new Date(facts.expiresAt)])
    })
  })

  it('every parser ends for a very long text', async () => {
    for (const unit of [
      'a',
      '@',
      '.',
      '+',
      '1',
      '%',
      '/',
      '\\',
      ' ',
      '[',
      '(',
      'a@',
      'a.',
      '"\\"',
      '\u0301',
      '{"a":',
    ]) {
      const long = unit.repeat(Math.ceil(200_000 / unit.length))
      canonicalEmail(long)
      canonicalEmail(`${long}@example.com`)
      await canonicalPhoneNumber(long)
      isAllowedRedirect(`https://app.example.com/${long}`, ['https://app.example.com/*'], 'live')
      parseAuthorization(`Basic ${long}`)
      canonicalIp(long)
      outcome(() => readClientData(Buffer.from(`{${long}`)))
      outcome(() => readRegistration(long))
      outcome(() => findItemEnd(Buffer.from(long), 0))
    }
  })
})

describe('a token that was signed', () => {
  let storage: Storage
  let harness: IdpHarness
  let tokens: Record<'id' | 'access' | 'session', string>
  beforeAll(async () => {
    storage = await openTestStorage('sqlite')
    harness = await createIdpHarness(storage)
    const { token } = await harness.signIn('ada@example.com')
    const { json } = await harness.signInto(await harness.newClient(), token, { scope: 'openid' })
    const { data } = await harness.call('POST', '/sessions/authenticate', {}, { session: token })
    tokens = { id: json.id_token ?? '', access: json.access_token ?? '', session: data.session_jwt }
  })
  afterAll(() => storage.close())

  const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value) ?? '').toString('base64url')
  const part = fc.oneof(
    text,
    fc.jsonValue({ maxDepth: 2 }).map(encoded),
    fc.base64String({ maxLength: 90 }),
    fc.constantFrom('', 'e30', '.', '..', '=', 'AA', 'A'.repeat(86)),
  )
  const header = fc.record(
    {
      alg: fc.constantFrom<unknown>('none', 'None', 'HS256', 'RS256', 'ES256', 'ES512', '', null, 1, ['ES256']),
      typ: fc.constantFrom<unknown>('JWT', 'at+jwt', 'logout+jwt', 'application/at+jwt', '', null, {}),
      kid: fc.oneof(text, fc.constantFrom<unknown>(null, 0, ['x'], {}, '../../etc/passwd')),
      crit: fc.constantFrom<unknown>([], ['exp'], ['b64'], 'exp', [1]),
      ...{
        b64: fc.boolean(),
        zip: fc.constant('DEF'),
        jku: text,
        jwk: fc.jsonValue({ maxDepth: 2 }),
        x5c: fc.array(text),
      },
    },
    { requiredKeys: [] },
  )
  type Spoil = (token: string) => string
  const spoil: fc.Arbitrary<Spoil> = fc.oneof(
    fc.tuple(fc.nat(2), part).map(
      ([at, other]): Spoil =>
        (token) =>
          token.split('.').with(at, other).join('.'),
    ),
    fc.tuple(fc.nat(1_000), fc.nat(2), part).map(
      ([at, gone, other]): Spoil =>
        (token) => {
          const from = at % (token.length + 1)
          return token.slice(0, from) + other.slice(0, 1) + token.slice(from + gone)
        },
    ),
    fc.nat(1_000).map(
      (at): Spoil =>
        (token) =>
          token.slice(0, at % (token.length + 1)),
    ),
    fc.tuple(header, fc.boolean()).map(
      ([change, isSigned]): Spoil =>
        (token) => {
          const [first = '', claims = '', signature = ''] = token.split('.')
          const own: unknown = JSON.parse(Buffer.from(first, 'base64url').toString())
          return [encoded({ ...Object(own), ...change }), claims, isSigned ? signature : ''].join('.')
        },
    ),
    fc.dictionary(fc.constantFrom('sub', 'aud', 'exp', 'iss', 'jti', 'scope', 'client_id', 'nbf'), fc.jsonValue()).map(
      (change): Spoil =>
        (token) => {
          const [first = '', claims = '', signature = ''] = token.split('.')
          const own: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString())
          return [first, encoded({ ...Object(own), ...change }), signature].join('.')
        },
    ),
    part.map(
      (tail): Spoil =>
        (token) =>
          `${token}${tail}`,
    ),
    part.map(
      (whole): Spoil =>
        () =>
          whole,
    ),
  )
  /** The last letter of a signature has unused bits; everything else is signed. */
  const isSame = (one: string, other: string): boolean => {
    const [ours, theirs] = [one.split('.'), other.split('.')]
    const bytes = (text = '') => Buffer.from(text, 'base64url').toString('hex')
    return ours[0] === theirs[0] && ours[1] === theirs[1] && bytes(ours[2]) === bytes(theirs[2])
  }

  it('a signed token is accepted for its purpose only, and rejected if corrupted', { timeout: 1_800_000 }, async () => {
    const { vault, clock, project } = harness
    const signingKeys = createSigningKeys({ storage, vault, clock })
    const context = { storage, signingKeys, clock, baseUrl: 'https://auth.example.com' }
    const read = async (token: string) => [
      (await readIdTokenHint(context, project, token)) !== null,
      (await readAccessToken(context, project, token)) !== null,
    ]
    expect([await read(tokens.id), await read(tokens.access), await read(tokens.session)]).toEqual([
      ...[
        [true, false],
        [false, true],
        [false, false],
      ],
    ])
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<'id' | 'access' | 'session'>('id', 'access', 'session'),
        fc.array(spoil, { minLength: 1, maxLength: 2 }),
        async (kind, spoils) => {
          const token = spoils.reduce((one, change) => {
            try {
              return change(one)
            } catch {
              // Too corrupted to change single fields.
              return one
            }
          }, tokens[kind])
          const [isHint, isAccess] = await read(token)
          expect([isHint && !isSame(token, tokens.id), isAccess && !isSame(token, tokens.access)]).toEqual([
            false,
            false,
          ])
          // A session is found by its own token only.
          expect(isSessionToken(token)).toBe(false)
        },
      ),
      { numRuns },
    )
  })
})
