import { describe, expect, it } from 'vitest'
import { rejectForeignRequest } from './guard.ts'

const ask = (path: string, headers: Record<string, string>): number | null =>
  rejectForeignRequest({ url: `http://localhost:4000${path}`, headers: new Headers(headers) } as Request)?.status ??
  null

describe('rejectForeignRequest', () => {
  it.each(['localhost:4000', '127.0.0.1:4000', 'LOCALHOST:4000', '[::1]:4000', 'localhost', 'auth.tea.localhost:5000'])(
    'accepts its own host name %s',
    (host) => {
      expect(ask('/health', { host })).toBeNull()
    },
  )

  it.each([
    '',
    'evil.example',
    'evil.example:4000',
    'localhost.evil.example:4000',
    'evil-localhost:4000',
    '.localhost:4000',
    'a b.localhost:4000',
    '127.0.0.1.evil.example',
    '0.0.0.0:4000',
    'localhost:4000@evil.example',
    'user@localhost:4000',
    'localhost:4000:1',
  ])('rejects the foreign host %j (C-6)', (host) => {
    expect(ask('/health', { host })).toBe(421)
  })

  it('accepts requests below /dev/ only from its own origin or without one (C-6)', () => {
    const host = 'localhost:4000'
    expect([
      ask('/dev/inbox', { host }),
      ask('/dev/inbox', { host, origin: 'http://localhost:4000', 'sec-fetch-site': 'same-origin' }),
      ask('/dev/inbox', { host, 'sec-fetch-site': 'none' }),
      ask('/dev/inbox', { host, origin: 'http://localhost:3000' }),
      ask('/dev/inbox', { host, origin: 'http://127.0.0.1:4000' }),
      ask('/dev/inbox', { host, origin: 'https://evil.example' }),
      ask('/dev/inbox', { host, origin: 'null' }),
      ask('/dev/inbox', { host, 'sec-fetch-site': 'cross-site' }),
      ask('/dev/inbox', { host, 'sec-fetch-site': 'same-site' }),
      ask('/sdk/v1/users/me', { host, origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' }),
      // Other pages redirect users there.
      ask('/dev/identity-providers/google/authorization', { host, 'sec-fetch-site': 'cross-site' }),
      ask('/dev/identity-providers/google/authorization', { host: 'evil.example' }),
    ]).toEqual([null, null, null, 403, 403, 403, 403, 403, 403, null, null, 421])
  })
})
