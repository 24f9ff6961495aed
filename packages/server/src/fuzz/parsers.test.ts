import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAuthorization } from '../http/authorization.ts'
import { canonicalIp, createAddressReader } from '../http/client-address.ts'
import { canonicalEmail } from '../identity/email-address.ts'
import { canonicalPhoneNumber } from '../identity/phone-number.ts'
import { canonicalWallet, isSignedBy } from '../products/crypto-wallets/wallet-crypto.ts'
import { readAuthenticatorData } from '../products/webauthn/authenticator-data.ts'
import { readClientData } from '../products/webauthn/client-data.ts'
import { readAuthentication, readRegistration } from '../products/webauthn/presented-credential.ts'
import { endOfItem } from '../products/webauthn/strict-cbor.ts'
import { isAuthorizedOrigin } from '../security/origin-list.ts'
import { isAllowedRedirect } from '../security/redirect-list.ts'
import { isSessionToken } from '../sessions/session-token.ts'
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

  it('a phone number is digits, written one way', () => {
    always(text, (input) => {
      const result = canonicalPhoneNumber(input)
      if ('problem' in result) return
      expect(result.number).toMatch(/^\+[1-9]\d{5,14}$/)
      expect(canonicalPhoneNumber(result.number)).toEqual(result)
    })
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

  it('a wallet is one address, and no made-up signature is its own', { timeout: 1_800_000 }, async () => {
    const wallet = await canonicalWallet('ethereum', '0x52908400098527886E0F7030069857D2E4169EE7')
    const solana = await canonicalWallet('solana', '11111111111111111111111111111112')
    await fc.assert(
      fc.asyncProperty(text, bytes, async (input, given) => {
        for (const type of ['ethereum', 'solana'] as const) {
          const found = await canonicalWallet(type, input)
          if (found) expect(await canonicalWallet(type, found.address)).toEqual(found)
        }
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

  it('ends, however long it is', () => {
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
      canonicalPhoneNumber(long)
      isAllowedRedirect(`https://app.example.com/${long}`, ['https://app.example.com/*'], 'live')
      parseAuthorization(`Basic ${long}`)
      canonicalIp(long)
      outcome(() => readClientData(Buffer.from(`{${long}`)))
      outcome(() => readRegistration(long))
      outcome(() => endOfItem(Buffer.from(long), 0))
    }
  })
})
