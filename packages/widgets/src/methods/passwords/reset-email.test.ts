import type { Client } from '@latchkey/client'
import { expect, it } from 'vitest'
import { recallResetEmail, rememberResetEmail } from './reset-email.ts'

const ada = 'ada@example.com'
const bob = 'bob@example.com'

/** A client of a browser that has requested a link, and its ended sessions. */
function browser() {
  const kept = new Map<string, string>()
  const ended: string[] = []
  let hasPair = true
  const internals = {
    pkce: { find: () => (hasPair ? {} : undefined) },
    storage: {
      get: (key: string) => kept.get(key) ?? null,
      set: (key: string, text: string) => void kept.set(key, text),
    },
    session: { get: () => ({ ended }) },
  }
  const client = { '@internals': internals } as unknown as Client
  return { client, kept, ended, losePair: () => (hasPair = false) }
}

it('is known to the browser that requested the link, as long as its proof key', () => {
  const { client, losePair } = browser()
  expect(recallResetEmail(client)).toBe('')
  rememberResetEmail(client, ada)
  expect(recallResetEmail(client)).toBe(ada)
  losePair()
  expect(recallResetEmail(client)).toBe('')
})

it('is blank if there are several, and gone once it is forgotten', () => {
  const { client, kept } = browser()
  rememberResetEmail(client, ada)
  rememberResetEmail(client, bob, recallResetEmail(client))
  expect(recallResetEmail(client)).toBe(' ')
  rememberResetEmail(client, '')
  expect([recallResetEmail(client), [...kept.values()]]).toEqual(['', ['']])
})

it('is not shown to the next user, after a session has ended (S-15)', () => {
  const { client, ended } = browser()
  ended.unshift('session-1')
  rememberResetEmail(client, ada)
  expect(recallResetEmail(client)).toBe(ada)
  ended.unshift('session-2')
  expect(recallResetEmail(client)).toBe('')
  rememberResetEmail(client, bob, recallResetEmail(client))
  expect(recallResetEmail(client)).toBe(bob)
})
