import { expect, it } from 'vitest'
import { planB2bLogin } from '../../b2b-login/config/b2b-login.config.ts'
import { configFor } from './switch-sign-in.tsx'
import type { SwitcherEntry } from './switcher.flow.ts'

const entry: SwitcherEntry = {
  organization: { id: 'hooli', slug: 'hooli', name: 'Hooli', logoUrl: '' },
  kind: 'enter',
  requires: { type: 'first_factor', methods: ['sso', 'google_oauth'] },
}

it('passes the options of the switcher to the sign-in inside it', () => {
  const ssoOptions = {
    loginRedirectURL: 'https://app.example.com/in',
    signupRedirectURL: 'https://app.example.com/new',
  }
  const plan = planB2bLogin(configFor(entry, { sessionOptions: { sessionDurationMinutes: 45 }, ssoOptions }))
  expect(plan).toMatchObject({ ssoOptions, sessionDurationMinutes: 45, sso: true })
  expect(planB2bLogin(configFor(entry, {})).ssoOptions).toEqual({})
})
