import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type {} from './jsx.ts'

it('an element with attributes is JSX that compiles and renders', () => {
  const login = (
    <latchkey-login
      id="login"
      public-token="public-token-test-1"
      api="http://localhost:4000"
      products="otp oauth"
      otp-methods="email"
      oauth-providers="google"
      theme="modern"
      color-scheme="auto"
      locale="de"
    />
  )
  expect(renderToStaticMarkup(login)).toBe(
    '<latchkey-login id="login" public-token="public-token-test-1" api="http://localhost:4000" products="otp oauth" ' +
      'otp-methods="email" oauth-providers="google" theme="modern" color-scheme="auto" locale="de"></latchkey-login>',
  )
})

it('the types of the elements reject unknown attributes and values', () => {
  const elements = [
    // @ts-expect-error: unknown color scheme
    <latchkey-login key="1" color-scheme="black" />,
    // @ts-expect-error: unknown theme
    <latchkey-login key="0" theme="dark" />,
    // @ts-expect-error: only <latchkey-login> has products
    <latchkey-reset-password key="2" products="otp" />,
    // @ts-expect-error: unknown product
    <latchkey-login key="3" config={{ products: ['otps'] }} />,
    <latchkey-login key="4" onlatchkey-event={({ detail }) => detail.type satisfies string} />,
    <latchkey-passkey-registration key="5" public-token="public-token-test-1" />,
    <latchkey-identity-provider key="6" locale="fr" />,
    <latchkey-b2b-login key="7" products="emailMagicLinks sso" organization-slug="acme" session="tab" />,
    // @ts-expect-error: unknown flow
    <latchkey-b2b-login key="8" auth-flow-type="discovery" />,
  ]
  expect(elements).toHaveLength(9)
})
