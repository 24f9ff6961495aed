import { describe, expect, it } from 'vitest'
import { createLastUsed, forgetLastUsed, wayTaken } from './last-used.tsx'
import type { LoginState } from './login.flow.ts'
import { main } from './login-states.suite.ts'

const { form } = main()
const wallet = { id: 'wallet-1', type: 'ethereum', option: 'Metamask', name: 'MetaMask', icon: '' } as const
const signing: LoginState = {
  ...{ screen: 'crypto_sign_message', status: 'verifying', isSignedIn: false, wallet, calls: 2, form },
  crypto: { walletAddress: '0xabc', walletOption: 'Metamask', walletChallenge: 'sign me' },
}
const confirmed: LoginState = { screen: 'crypto_confirmation', status: 'success', calls: 3, form }

describe('the way somebody took', () => {
  it.each<[string, LoginState | undefined, LoginState, string | null]>([
    ['none, while something is typed', undefined, main(), null],
    ['a provider, when the page is left for it', main(), main({ status: 'leaving', pressed: 'google' }), 'google'],
    [
      'the form that a link was asked for with',
      undefined,
      { screen: 'email_confirmation', email: 'a@b.co', calls: 1, form },
      form.tab,
    ],
    ['a wallet, by its name', signing, confirmed, 'wallet:MetaMask'],
    [
      'a wallet, by its kind where it has no name',
      { ...signing, wallet: { ...wallet, name: '' } },
      confirmed,
      'wallet:Metamask',
    ],
    ['none, where somebody was signed in elsewhere', undefined, { screen: 'logged_in', calls: 1, form }, null],
  ])('is %s', (_, before, state, way) => {
    expect(wayTaken(before, state)).toBe(way)
  })
})

describe('what is kept of it', () => {
  const storage = () => {
    const kept = new Map<string, string>()
    return {
      kept,
      get: (key: string) => kept.get(key) ?? null,
      set: (key: string, text: string) => void kept.set(key, text),
    }
  }
  const plan = { tabs: ['email_magic_link'], buttons: ['oauth'], oauth: { providers: [{ type: 'google' }] } } as const

  it('is the way alone, written once', () => {
    const own = storage()
    const { note } = createLastUsed(own, plan)
    for (const state of [main({ form: { ...form, email: 'ada@example.com' } }), signing, confirmed, confirmed])
      note(state)
    expect([...own.kept]).toEqual([['last_used', 'wallet:MetaMask']])
  })

  it.each<[string, object, boolean]>([
    ['one form beside providers that have no button', { buttons: [], oauth: { providers: [{}, {}] } }, false],
    ['two providers', { tabs: [], oauth: { providers: [{}, {}] } }, true],
    ['wallets alone, of which there may be many', { tabs: [], buttons: ['crypto'], oauth: { providers: [] } }, true],
    ['one provider', { tabs: [] }, false],
  ])('shows where there is more than one way: %s', (_, change, shows) => {
    const own = storage()
    own.set('last_used', 'this')
    const { Mark } = createLastUsed(own, { ...plan, ...change } as never)
    expect(Mark({ way: 'this' }) !== null).toBe(shows)
  })

  it('shows beside that way, and nowhere where there is only one', () => {
    const own = storage()
    own.set('last_used', 'google')
    const { Mark } = createLastUsed(own, plan)
    expect([Mark({ way: 'google' }) !== null, Mark({ way: 'email_magic_link' })]).toEqual([true, null])
    const alone = createLastUsed(own, { tabs: [], buttons: ['oauth'], oauth: plan.oauth })
    expect(alone.Mark({ way: 'google' })).toBe(null)
  })

  it('is forgotten where nobody wants it', () => {
    const own = storage()
    own.set('last_used', 'google')
    forgetLastUsed(own)
    expect([...own.kept]).toEqual([['last_used', '']])
  })
})
