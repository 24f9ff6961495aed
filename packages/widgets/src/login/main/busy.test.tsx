import type { BootstrapData } from '@latchkey/client'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { OtpAuthenticateView } from '../../methods/otps/otp-authenticate.view.tsx'
import { planLogin } from '../config/plan-login.ts'
import { main, otpAuthenticate, verifying } from '../login-states.suite.ts'
import { MainView } from './main.view.tsx'
import { method as choices } from './main-choices.tsx'

const plan = planLogin({
  products: ['emailMagicLinks', 'oauth'],
  oauthOptions: { providers: [{ type: 'google' }, { type: 'github' }] },
})
if (!plan) throw new Error('There is no plan.')

const around = { plan, slots: choices.slots, send: () => undefined, styles: {}, bootstrap: {} as BootstrapData }

/** The state of each button: busy, disabled or enabled. */
function buttons(view: ReactElement): string[] {
  return [...renderToStaticMarkup(view).matchAll(/<button[^>]*>/g)].map(([tag]) => {
    if (tag.includes('aria-busy="true"')) return 'busy'
    return tag.includes('aria-disabled="true"') ? 'dead' : 'alive'
  })
}

it('shows all buttons of Main as disabled while a call is pending', () => {
  const of = (change: Parameters<typeof main>[0]) => buttons(<MainView {...around} state={main(change)} />)
  expect({
    editing: of({}),
    'a form': of({ status: 'sending' }),
    'a provider': of({ status: 'sending', pressed: 'github' }),
    leaving: of({ status: 'leaving', pressed: 'google' }),
  }).toEqual({
    editing: ['alive', 'alive', 'alive'],
    'a form': ['busy', 'dead', 'dead'],
    'a provider': ['dead', 'dead', 'busy'],
    leaving: ['dead', 'busy', 'dead'],
  })
})

it('does not offer another passcode while one is checked', () => {
  const of = (state: ReturnType<typeof otpAuthenticate>) => buttons(<OtpAuthenticateView {...around} state={state} />)
  expect([of(otpAuthenticate()), of(verifying()), of(otpAuthenticate({ resend: 'sending' }))]).toEqual([
    // 'Edit', and 'Resend code'.
    ['alive', 'alive'],
    ['dead', 'dead'],
    ['alive', 'dead'],
  ])
})
