import type { SiweParams } from '@latchkey/contract'
import fc from 'fast-check'
import { parseSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAuthorization } from '../http/authorization.ts'
import { canonicalIp, createAddressReader } from '../http/client-address.ts'
import { ProviderError } from '../http/provider-error.ts'
import { canonicalEmail } from '../identity/email-address.ts'
import { canonicalPhoneNumber } from '../identity/phone-number.ts'
import { checkSiweParams, siweMessage } from '../products/crypto-wallets/sign-in-message.ts'
import { canonicalWallet, isSignedBy } from '../products/crypto-wallets/wallet-crypto.ts'
import { readAccessToken } from '../products/identity-provider/access-token.ts'
import { readIdTokenHint } from '../products/identity-provider/id-token-hint.ts'
import { createIdpWorld, type IdpWorld } from '../products/identity-provider/identity-provider.suite.ts'
import { readAuthenticatorData } from '../products/webauthn/authenticator-data.ts'
import { readClientData } from '../products/webauthn/client-data.ts'
import { readAuthentication, readRegistration } from '../products/webauthn/presented-credential.ts'
import { endOfItem } from '../products/webauthn/strict-cbor.ts'
import { isAuthorizedOrigin } from '../security/origin-list.ts'
import { isAllowedRedirect } from '../security/redirect-list.ts'
import { createSigningKeys } from '../security/signing-keys.ts'
import { isSessionToken } from '../sessions/session-token.ts'
import type { Storage } from '../storage/storage.ts'
import { openTestStorage } from '../testing/harness.ts'
import { nastyTexts } from './requests.suite.ts'

/** Inputs to each parser; 50,000 in the full run. */
const numRuns = Number(process.env.PARSER_FUZZ_RUNS ?? 500)

const text = fc.oneof(
  fc.constantFrom(...nastyTexts),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 60 }),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.emailAddress(),
  // A part of what is right, between parts of what is not.
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
const always = <T>(arbitrary: fc.Arbitrary<T>, check: (value: T) => void): void =>
  fc.assert(fc.property(arbitrary, check), { numRuns })

/** What comes of it; an error of the language's own making counts as a refusal, whatever else is thrown does not. */
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

describe('whatever is parsed', () => {
  it('an email address is one mailbox, written one way', () => {
    always(text, (input) => {
      const address = canonicalEmail(input)
      if (address === null) return
      expect(address).toMatch(/^[^\s@<>,;:"]+@[^\s@<>,;:"]+\.[^\s@<>,;:".]+$/)
      expect(canonicalEmail(address)).toBe(address)
      expect(canonicalEmail(address.toUpperCase())).toBe(address)
    })
  })

  it('a phone number is digits, written one way', async () => {
    const property = fc.asyncProperty(text, async (input) => {
      const result = await canonicalPhoneNumber(input)
      if ('problem' in result) return
      expect(result.number).toMatch(/^\+[1-9]\d{5,14}$/)
      expect(await canonicalPhoneNumber(result.number)).toEqual(result)
    })
    await fc.assert(property, { numRuns })
  })

  it('an address on the list leads where the list says', () => {
    const list = ['https://app.example.com/in', 'https://app.example.com/next/*', 'https://app.example.com/q?a={}']
    always(text, (input) => {
      for (const address of [input, `https://app.example.com${input}`, `https://app.example.com/next/${input}`]) {
        if (!isAllowedRedirect(address, list, 'live')) continue
        const { origin, pathname, hash, username } = new URL(address)
        expect([origin, hash, username]).toEqual(['https://app.example.com', '', ''])
        expect(pathname).toMatch(/^\/(in$|next\/|q$)/)
      }
      if (isAuthorizedOrigin(input, ['https://app.example.com'], 'live')) expect(input).toBe('https://app.example.com')
    })
  })

  it('a header and an address of a network are answers, never accidents', () => {
    const read = createAddressReader(0)
    always(text, (input) => {
      for (const header of [input, `Basic ${input}`, `Basic ${Buffer.from(input).toString('base64')}`]) {
        const credentials = parseAuthorization(header)
        if (credentials)
          expect([credentials.publicToken === '', credentials.publicToken.includes(':')]).toEqual([false, false])
      }
      const ip = canonicalIp(input)
      if (ip !== null) expect(canonicalIp(ip)).toBe(ip)
      expect(read('203.0.113.7', input).ip).toBe('203.0.113.7')
      expect(isSessionToken(input)).toBe(false)
    })
  })

  it('a credential, its client data and its CBOR are read whole or refused', () => {
    always(bytes, (given) => {
      const buffer = Buffer.from(given)
      const end = outcome(() => endOfItem(buffer, 0))
      if (end !== null) expect(end > 0 && end <= buffer.length).toBe(true)
      const data = outcome(() => readAuthenticatorData(buffer))
      if (data) expect(data.rpIdHash).toBe(buffer.toString('hex', 0, 32))
      const client = outcome(() => readClientData(buffer))
      if (client) expect(JSON.parse(buffer.toString())).toMatchObject(client)
      outcome(() => readRegistration(buffer.toString()))
      outcome(() => readAuthentication(buffer.toString()))
    })
  })

  it('a wallet is one address, written one way', { timeout: 1_800_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(text, async (input) => {
        for (const type of ['ethereum', 'solana'] as const) {
          const found = await canonicalWallet(type, input)
          if (found) expect(await canonicalWallet(type, found.address)).toEqual(found)
        }
      }),
      { numRuns },
    )
  })

  // Each is six signatures to look at, of a millisecond and more.
  it('no made-up signature is a wallet’s own', { timeout: 1_800_000 }, async () => {
    const wallet = await canonicalWallet('ethereum', '0x52908400098527886E0F7030069857D2E4169EE7')
    const solana = await canonicalWallet('solana', '11111111111111111111111111111112')
    await fc.assert(
      fc.asyncProperty(text, bytes, async (input, given) => {
        const signatures = [
          input,
          `0x${Buffer.from(given).toString('hex')}`,
          `0x${Buffer.from(given).toString('hex').padEnd(130, '1').slice(0, 130)}`,
        ]
        for (const signature of signatures)
          for (const one of [wallet, solana]) if (one) expect(await isSignedBy(one, 'a message', signature)).toBe(false)
      }),
      { numRuns: Math.ceil(numRuns / 50) },
    )
  })

  it('what a page adds to the message of a wallet stays in its own line', () => {
    const page = 'https://app.example.com'
    const facts = {
      wallet: { type: 'ethereum', address: '0x52908400098527886E0F7030069857D2E4169EE7' },
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
    // All but one are right: what is refused for several is never looked at closely.
    const params = fc
      .tuple(fc.record(right, { requiredKeys: [] }), fc.constantFrom(...Object.keys(right)), line)
      .map(([given, name, one]) => ({ ...given, [name]: name === 'resources' ? [one] : one }) as SiweParams)
    always(params, (given) => {
      try {
        checkSiweParams(given, (origin) => origin === page, facts.expiresAt)
      } catch (error) {
        expect(error).toBeInstanceOf(ProviderError)
        return
      }
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

  it('ends, however long it is', async () => {
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
      outcome(() => endOfItem(Buffer.from(long), 0))
    }
  })
})

describe('a token that was signed', () => {
  let storage: Storage
  let world: IdpWorld
  let tokens: Record<'id' | 'access' | 'session', string>
  beforeAll(async () => {
    storage = await openTestStorage('sqlite')
    world = await createIdpWorld(storage)
    const { token } = await world.signIn('ada@example.com')
    const { json } = await world.signInto(await world.newClient(), token, { scope: 'openid' })
    const { data } = await world.call('POST', '/sessions/authenticate', {}, { session: token })
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
  /** The last letter of a signature has bits to spare; all else is signed. */
  const isSame = (one: string, other: string): boolean => {
    const [ours, theirs] = [one.split('.'), other.split('.')]
    const bytes = (text = '') => Buffer.from(text, 'base64url').toString('hex')
    return ours[0] === theirs[0] && ours[1] === theirs[1] && bytes(ours[2]) === bytes(theirs[2])
  }

  it('is read as what it is, and spoiled it is nothing', { timeout: 1_800_000 }, async () => {
    const { vault, clock, project } = world
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
              // Spoiled too far to be spoiled by its fields.
              return one
            }
          }, tokens[kind])
          const [isHint, isAccess] = await read(token)
          expect([isHint && !isSame(token, tokens.id), isAccess && !isSame(token, tokens.access)]).toEqual([
            false,
            false,
          ])
          // A session is known by its own token alone.
          expect(isSessionToken(token)).toBe(false)
        },
      ),
      { numRuns },
    )
  })
})
