import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { LoginStateOf } from '../../login/login.flow.ts'
import type { LoginViewProps } from '../../login/login-method.ts'
import { PasswordCreateOrLoginView } from './password-create-or-login.view.tsx'
import { nothingTyped } from './strength.flow.ts'

it.each(['new', 'password'] as const)('shows the email read-only to a user of type %s [W-PWD-11]', (type) => {
  const state = {
    ...{ screen: 'password_create_or_login', password: { email: 'ada@example.com', type }, typed: '' },
    ...{ strength: nothingTyped, status: 'editing', next: 'password_forgot', failure: null, calls: 1, sendCall: 0 },
    isSignedIn: false,
  } as LoginStateOf<'password_create_or_login'>
  const props = { state, send: () => undefined, bootstrap: {} } as unknown as LoginViewProps<'password_create_or_login'>
  const [, email = ''] =
    /(<input[^>]*name="email"[^>]*>)/.exec(renderToStaticMarkup(<PasswordCreateOrLoginView {...props} />)) ?? []
  expect(email).toContain('value="ada@example.com"')
  expect(email).toMatch(/\sreadonly(=""|\s|\/?>)/i)
})
