import { describe, expect, it } from 'vitest'
import { method as crypto } from '../../methods/crypto/crypto.method.ts'
import { startLanding } from '../landing/landing.flow.ts'
import type { LoginState } from '../login.flow.ts'
import { ada, emailConfirmation, loggedIn, main, otpAuthenticate, otpConfirmation } from '../login-states.suite.ts'
import { createLastUsed, forgetLastUsed, usedMethod } from './last-used.tsx'
import { readPendingSignIn, writePendingSignIn } from './pending-sign-in.ts'

const { form } = main()
const wallet = { id: 'wallet-1', type: 'ethereum', option: 'Metamask', name: 'MetaMask', icon: '' } as const
const signing: LoginState = {
  ...{ screen: 'crypto_sign_message', status: 'verifying', isSignedIn: false, wallet, calls: 2, form },
  crypto: { walletAddress: '0xabc', walletOption: 'Metamask', walletChallenge: 'sign me' },
}
const confirmed: LoginState = { screen: 'crypto_confirmation', status: 'success', calls: 3, form }

const storage = () => {
  const kept = new Map<string, string>()
  return {
    kept,
    get: (key: string) => kept.get(key) ?? null,
    set: (key: string, text: string) => void kept.set(key, text),
  }
}

describe('the method that was used', () => {
  const pending = { method: 'google' }
  it.each<[string, LoginState | undefined, LoginState, string | null]>([
    ['none while the user types', undefined, main(), null],
    ['none when the page is left for a provider', main(), main({ status: 'leaving', pressed: 'google' }), null],
    ['none when a link was sent', undefined, emailConfirmation(), null],
    ['none at a landing that failed', undefined, { ...startLanding(null, 1), status: 'failed', form }, null],
    ['the form of a passcode that was accepted', undefined, otpConfirmation(), form.tab],
    ['a wallet, by its name', signing, confirmed, 'wallet:MetaMask'],
    [
      'a wallet, by its kind if it has no name',
      { ...signing, wallet: { ...wallet, name: '' } },
      confirmed,
      'wallet:Metamask',
    ],
    ['the pending one, once the user is signed in', undefined, loggedIn(), 'google'],
  ])('is %s', (_, before, state, method) => {
    expect(usedMethod([crypto], before, state, pending)).toBe(method)
  })

  it('is unknown if the host page signed the user in', () => {
    expect(usedMethod([crypto], undefined, loggedIn(), null)).toBe(null)
  })
})

describe('a pending sign-in', () => {
  const hour = 60 * 60_000
  /** The session of this browser that ended last. */
  const ended = 'session-1'

  it.each<[string, LoginState, object | null]>([
    ['at a provider', main({ status: 'leaving', pressed: 'google' }), { method: 'google' }],
    ['by a link', emailConfirmation(), { method: 'email_otp', email: ada }],
    [
      'by a link that resets a password',
      { screen: 'password_forgot', email: ada, resend: 'initial', calls: 1, form },
      { method: 'email_otp', email: ada },
    ],
    ['by a passcode, which needs no landing', otpAuthenticate(), null],
  ])('%s is remembered for a day and forgotten after a sign-in', (_, state, pending) => {
    const own = storage()
    writePendingSignIn(own, 0, ended, state)
    writePendingSignIn(own, 0, ended, main())
    expect([readPendingSignIn(own, 23 * hour, ended), readPendingSignIn(own, 25 * hour, ended)]).toEqual([
      pending,
      null,
    ])
    writePendingSignIn(own, 0, ended, loggedIn())
    expect(readPendingSignIn(own, 0, ended)).toBeNull()
  })

  it('is not shown to the next user, after a session has ended (S-15)', () => {
    const own = storage()
    writePendingSignIn(own, 0, ended, emailConfirmation())
    expect(readPendingSignIn(own, 0, 'session-2')).toBeNull()
    writePendingSignIn(own, 0, 'session-2', main())
    expect(own.get('pending_sign_in')).toBe('')
  })

  it('leaves no address in the storage once it has expired', () => {
    const own = storage()
    writePendingSignIn(own, 0, ended, emailConfirmation())
    writePendingSignIn(own, 23 * hour, ended, main())
    expect(own.get('pending_sign_in')).toContain(ada)
    writePendingSignIn(own, 25 * hour, ended, main())
    expect(own.get('pending_sign_in')).toBe('')
  })

  it.each(['', 'no JSON', '"text"', 'null', '{"method":1,"until":1e20}', '{"method":"google"}'])(
    'is not read from %j',
    (text) => {
      const own = storage()
      own.set('pending_sign_in', text)
      expect(readPendingSignIn(own, 0, ended)).toBeNull()
    },
  )
})

describe('the stored method', () => {
  const plan = { tabs: ['email_magic_link'], buttons: ['oauth'], oauth: { providers: [{ type: 'google' }] } } as const

  it('contains nothing else, and is written once', () => {
    const own = storage()
    const { note } = createLastUsed(own, plan, [crypto])
    for (const state of [main({ form: { ...form, email: 'ada@example.com' } }), signing, confirmed, confirmed])
      note(state, null)
    expect([...own.kept]).toEqual([['last_used', 'wallet:MetaMask']])
  })

  it.each<[string, object, boolean]>([
    ['one form, and providers without buttons', { buttons: [], oauth: { providers: [{}, {}] } }, false],
    ['two providers', { tabs: [], oauth: { providers: [{}, {}] } }, true],
    ['wallets alone, of which there may be many', { tabs: [], buttons: ['crypto'], oauth: { providers: [] } }, true],
    ['one provider', { tabs: [] }, false],
  ])('shows where there is more than one method: %s', (_, change, shows) => {
    const own = storage()
    own.set('last_used', 'this')
    const { Badge } = createLastUsed(own, { ...plan, ...change } as never, [])
    expect(Badge({ method: 'this' }) !== null).toBe(shows)
  })

  it('is marked on Main, unless it is the only one', () => {
    const own = storage()
    own.set('last_used', 'google')
    const { Badge } = createLastUsed(own, plan, [crypto])
    expect([Badge({ method: 'google' }) !== null, Badge({ method: 'email_magic_link' })]).toEqual([true, null])
    const alone = createLastUsed(own, { ...plan, tabs: [] }, [])
    expect(alone.Badge({ method: 'google' })).toBe(null)
  })

  it('is removed if the badge is turned off', () => {
    const own = storage()
    own.set('last_used', 'google')
    forgetLastUsed(own)
    expect([...own.kept]).toEqual([['last_used', '']])
  })
})
