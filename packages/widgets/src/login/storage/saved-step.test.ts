import type { Client } from '@latchkey/client'
import { describe, expect, it } from 'vitest'
import type { LoginState } from '../login.flow.ts'
import {
  ada,
  emailConfirmation,
  loggedIn,
  main,
  minute,
  noon,
  otpAuthenticate,
  verifying,
} from '../login-states.suite.ts'
import { createStepWriter, readStep } from './saved-step.ts'
import { hasStep } from './step-storage.ts'

const plan = { tabs: ['email_otp', 'sms'] } as const
const key = 'latchkey:step:public-token-test-1'

/** A tab, and a client in it. `shared` is the storage of all tabs. */
function tab(isBlocked = false, shared = new Map<string, string>()) {
  let reads = 0
  const kept = new Map<string, string>()
  const sessionStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  }
  const platform = {
    Date: { now: () => noon },
    get sessionStorage() {
      reads += 1
      if (isBlocked) throw new Error('SecurityError')
      return sessionStorage
    },
  }
  const ended: string[] = []
  const session = { get: () => ({ ended }) }
  const storage = {
    get: (name: string) => shared.get(name) ?? null,
    set: (name: string, text: string) => void shared.set(name, text),
  }
  const internals = { platform, storage, session, publicToken: 'public-token-test-1' }
  const client = { '@internals': internals } as unknown as Client
  return { client, kept, ended, shared, reads: () => reads }
}

function after(...states: LoginState[]) {
  const { client, kept, ended } = tab()
  const keep = createStepWriter(client, {})
  for (const state of states) keep(state, noon)
  return { client, kept, ended }
}

describe('a step that waits for a message', () => {
  it('continues after a reload: the passcode, with the time that is left and nothing sent again', () => {
    const { client } = after(otpAuthenticate())
    expect(readStep(client, plan, main({ calls: 1 }), noon + minute)).toEqual({
      state: otpAuthenticate({
        ...{ status: 'sent', remainingMs: 4 * minute, calls: 1, sendCall: 1, passcodeCall: 1 },
      }),
      effects: [{ type: 'wait', ms: 1_000, next: 'ticked', call: 1 }],
    })
  })

  it('continues after a reload: the link', () => {
    const { client } = after(emailConfirmation())
    expect(readStep(client, plan, main({ calls: 1 }), noon + 29 * minute)).toEqual({
      state: emailConfirmation({ calls: 1 }),
      effects: [],
    })
  })

  it('keeps no code', () => {
    const { kept } = after(verifying({ code: '123456' }))
    expect(kept.get(key)).not.toContain('123456')
  })

  it('is not continued once it has expired', () => {
    expect(readStep(after(otpAuthenticate()).client, plan, main(), noon + 5 * minute)).toBeUndefined()
    expect(readStep(after(emailConfirmation()).client, plan, main(), noon + 30 * minute)).toBeUndefined()
  })

  it('is not continued once a session has ended since', () => {
    const { client, ended } = after(emailConfirmation())
    ended.unshift('session-1')
    expect(readStep(client, plan, main(), noon)).toBeUndefined()
    createStepWriter(client, {})(emailConfirmation(), noon)
    expect(readStep(client, plan, main(), noon)).toBeDefined()
  })

  it('is not continued if its form is not configured', () => {
    const { client } = after(otpAuthenticate())
    expect(readStep(client, { tabs: ['sms'] }, main(), noon)).toBeUndefined()
  })

  it.each([main(), loggedIn()])('is removed once the user is elsewhere', (state) => {
    expect(after(otpAuthenticate(), state).kept.size).toBe(0)
  })

  it.each([
    '',
    'no JSON',
    'null',
    '[]',
    '{"form":null}',
    JSON.stringify({ form: { tab: 'sms', email: 1, phone: '', country: 'US' }, expiresAt: noon * 2, email: ada }),
    JSON.stringify({
      form: { tab: 'sms', email: '', phone: '', country: 'US' },
      expiresAt: noon * 2,
      otp: { type: 'fax' },
    }),
    JSON.stringify({ form: { tab: 'sms', email: '', phone: '', country: 'US' }, expiresAt: 'soon', email: ada }),
  ])('is not read from %j', (text) => {
    const { client, kept } = tab()
    kept.set(key, text)
    expect(readStep(client, plan, main(), noon)).toBeUndefined()
  })

  it('is not read in a browser that has none', () => {
    const { client, kept, reads } = tab()
    kept.set(key, '{}')
    expect([hasStep(client), reads()]).toEqual([false, 0])
  })

  it('is found although another tab has finished, or has a step that expires sooner', () => {
    const shared = new Map<string, string>()
    const [first, second, third] = [tab(false, shared), tab(false, shared), tab(false, shared)]
    createStepWriter(first.client, {})(emailConfirmation(), noon)
    const keep = createStepWriter(second.client, { loginExpirationMinutes: -1 })
    keep(emailConfirmation(), noon)
    keep(loggedIn(), noon)
    expect([first, second, third].map(({ client }) => hasStep(client))).toEqual([true, false, false])
  })

  it('is not saved if the browser blocks storage', () => {
    const { client } = tab(true)
    createStepWriter(client, {})(otpAuthenticate(), noon)
    expect(readStep(client, plan, main(), noon)).toBeUndefined()
  })
})
