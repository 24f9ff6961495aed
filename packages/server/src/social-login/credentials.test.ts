import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { checkOAuthCredentials, type OAuthCredentialsInput } from './credentials.ts'

const privateKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()
const google: OAuthCredentialsInput = { provider: 'google', clientId: 'id', secret: { clientSecret: 's' } }
const apple: OAuthCredentialsInput = {
  ...{ provider: 'apple', clientId: 'com.example.app' },
  secret: { teamId: 'ABCDE12345', keyId: 'KEY1234567', privateKey },
}

it.each([
  google,
  apple,
  { ...google, provider: 'microsoft' as const, options: { tenant: 'organizations' } },
  { ...google, provider: 'gitlab' as const, options: { host: 'gitlab.example.com' } },
])('accepts valid credentials of an identity provider', (input) => {
  expect(() => checkOAuthCredentials(input)).not.toThrow()
})

it.each<[string, OAuthCredentialsInput]>([
  ['provider', { ...google, provider: 'myspace' as never }],
  ['clientId', { ...google, clientId: '' }],
  ['clientId', { ...google, clientId: 'a b' }],
  ['clientSecret', { ...google, secret: { clientSecret: '' } }],
  ['clientSecret', { ...google, secret: apple.secret }],
  ['secret', { ...apple, secret: google.secret }],
  ['teamId', { ...apple, secret: { teamId: 'x', keyId: 'KEY1234567', privateKey } }],
  ['privateKey', { ...apple, secret: { teamId: 'ABCDE12345', keyId: 'KEY1234567', privateKey: 'x' } }],
  ['options.tenant', { ...google, options: { tenant: 'common' } }],
  ['options.tenant', { ...google, provider: 'microsoft', options: { tenant: '../x' } }],
  ['options.host', { ...google, options: { host: 'gitlab.example.com' } }],
  ['options.host', { ...google, provider: 'gitlab', options: { host: 'https://gitlab.example.com' } }],
  ['options.host', { ...google, provider: 'gitlab', options: { host: '127.0.0.1' } }],
  ['options.host', { ...google, provider: 'gitlab', options: { host: 'localhost' } }],
  ['options.endpoint', { ...google, options: { endpoint: 'x' } as object }],
])('rejects credentials with an invalid %s', (field, input) => {
  expect(() => checkOAuthCredentials(input)).toThrow(`OAuth credentials: ${field} `)
})
