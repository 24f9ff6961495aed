import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { describe, expect, it } from 'vitest'
import { checkSiweParams, siweMessage } from './sign-in-message.ts'

const facts = {
  wallet: { type: 'ethereum', address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2' },
  domain: 'example.com',
  nonce: '32891756',
  issuedAt: Date.parse('2021-09-30T16:25:24Z'),
  expiresAt: Date.parse('2021-09-30T16:30:24Z'),
} as const

const whole = {
  uri: 'https://example.com/login',
  chain_id: '137',
  issued_at: '2021-09-30T16:25:24Z',
  not_before: '2021-09-30T16:25:00Z',
  statement: 'I accept the ExampleOrg Terms of Service: https://example.com/tos',
  message_request_id: 'request-7',
  resources: [
    'ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/',
    'https://example.com/my-web2-claim.json',
  ],
}

describe('Sign-In with Ethereum', () => {
  it('composes the example message of EIP-4361', () => {
    const { not_before, message_request_id, ...params } = { ...whole, chain_id: '1' }
    expect(siweMessage(facts, params)).toBe(`example.com wants you to sign in with your Ethereum account:
0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2

I accept the ExampleOrg Terms of Service: https://example.com/tos

URI: https://example.com/login
Version: 1
Chain ID: 1
Nonce: 32891756
Issued At: 2021-09-30T16:25:24Z
Expiration Time: 2021-09-30T16:30:24.000Z
Resources:
- ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/
- https://example.com/my-web2-claim.json`)
  })

  it('composes a message that another implementation parses to the same fields', () => {
    expect(parseSiweMessage(siweMessage(facts, whole))).toEqual({
      address: facts.wallet.address,
      domain: facts.domain,
      nonce: facts.nonce,
      version: '1',
      uri: whole.uri,
      chainId: 137,
      statement: whole.statement,
      issuedAt: new Date(facts.issuedAt),
      expirationTime: new Date(facts.expiresAt),
      notBefore: new Date(whole.not_before),
      requestId: whole.message_request_id,
      resources: whole.resources,
    })
    const least = parseSiweMessage(siweMessage(facts, { uri: 'https://example.com' }))
    expect(least).toEqual({
      ...{ address: facts.wallet.address, domain: facts.domain, nonce: facts.nonce, version: '1', chainId: 1 },
      ...{ uri: 'https://example.com', issuedAt: new Date(facts.issuedAt), expirationTime: new Date(facts.expiresAt) },
    })
    const time = new Date(facts.issuedAt)
    expect(validateSiweMessage({ message: least, domain: facts.domain, nonce: facts.nonce, time })).toBe(true)
  })

  const check = (params: object) =>
    checkSiweParams(params, (origin) => origin === 'https://example.com', facts.expiresAt)

  it('accepts the parameters that callers may set', () => {
    expect(() => check(whole)).not.toThrow()
    expect(() => check({})).not.toThrow()
    expect(() => check({ statement: '' })).not.toThrow()
  })

  it.each<[string, object]>([
    ['a statement of two lines', { statement: 'Hello\n\nURI: https://evil.example' }],
    ['a statement with a carriage return', { statement: 'Hello\rNonce: 1' }],
    ['a statement with a line separator', { statement: 'Hello\u2028Nonce: 1' }],
    ['a statement that is not plain', { statement: 'Ｎonce' }],
    ['a URL of another origin', { uri: 'https://evil.example/login' }],
    ['a URL of two lines', { uri: 'https://example.com/\nVersion: 2' }],
    ['an invalid URL', { uri: 'login' }],
    ['a script URL', { uri: 'javascript:alert(1)' }],
    ['a chain that is not a number', { chain_id: '1\nNonce: 2' }],
    ['a request id of two lines', { message_request_id: 'a\nResources:' }],
    ['a resource of two lines', { resources: ['https://example.com/\n- https://evil.example'] }],
    ['a resource that is not a URL', { resources: ['everything'] }],
    ['an invalid time', { issued_at: 'yesterday' }],
    ['a time of two lines', { issued_at: '2021-09-30T16:25:24Z\nExpiration Time: 2099-01-01T00:00:00Z' }],
    ['an invalid date', { not_before: '2021-13-45T16:25:24Z' }],
    ['a start after the end', { not_before: '2021-09-30T16:30:24Z' }],
  ])('rejects %s (W-2)', (_, params) => {
    expect(() => check(params)).toThrow('schema_error')
  })
})
