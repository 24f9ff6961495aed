import { expect, it } from 'vitest'
import { passkeyName } from './authenticator-names.ts'

const unknown = '0'.repeat(32)
const userAgent =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const builtIn = { aaguid: unknown, attachment: 'platform', transports: ['internal', 'hybrid'], userAgent }

it.each([
  ['its model, if that is known', { ...builtIn, aaguid: 'd548826e79b4db40a3d811116f7e8349' }, 'Bitwarden'],
  ['the browser and the system of the device that it is built into', builtIn, 'Chrome on macOS'],
  [
    'a phone that the browser reached by the hybrid transport',
    { ...builtIn, attachment: 'cross-platform' },
    'Phone or tablet',
  ],
  ['a security key', { ...builtIn, attachment: 'cross-platform', transports: ['usb', 'nfc'] }, 'Security key'],
  ['the generic term, if nothing is known', { ...builtIn, userAgent: 'Tests/1.0' }, 'Passkey'],
])('names a passkey after %s', (_, passkey, name) => {
  expect(passkeyName(passkey)).toBe(name)
})
