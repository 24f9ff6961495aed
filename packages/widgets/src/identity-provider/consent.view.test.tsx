import { createClient } from '@latchkey/client'
import { createMemoryProfile, createVirtualClock } from '@latchkey/client/testing'
import { createRef, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, it } from 'vitest'
import { FlowScreen } from '../widget/flow-widget.tsx'
import { createWidgetRuntime } from '../widget/widget-runtime.ts'
import type { Consent } from './consent/consent.ts'
import { DetailList } from './consent/disclosure.tsx'
import type { IdentityProviderConfig } from './identity-provider.config.ts'
import type { IdentityProviderState } from './identity-provider.model.ts'
import { asking, consent, error, refused } from './identity-provider-transitions.suite.ts'
import { identityProvider } from './identity-provider-widget.tsx'

const fetch = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'))
const profile = createMemoryProfile({ clock: createVirtualClock(), fetch, seed: 1 })
const { platform } = profile.openTab('https://app.example.com/consent')
const client = createClient('public-token-test-1', { platform })
afterAll(() => client.dispose())

/** The text of a screen. */
function words(state: IdentityProviderState, config: IdentityProviderConfig = {}): string {
  const around = { client, root: createRef<HTMLDivElement>(), styles: {}, strings: {}, screenChanges: 0 }
  const runtime = createWidgetRuntime(client, () => ({}))
  const screen = (
    <FlowScreen
      definition={identityProvider}
      {...around}
      {...{ runtime, state, config }}
      send={() => undefined}
      onError={() => {}}
    />
  )
  return renderToStaticMarkup(screen)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}
const asked = (change: Partial<Consent>): string => words(asking({ consent: { ...consent, ...change } }))

it('names the application that asks a signed-out user to log in', () => {
  const signedOut = error({ status: 'no_session', failure: null, canGoBack: true })
  expect(words(signedOut)).toContain('Log in to continue to notes.example')
  expect(words(signedOut)).toContain('No active session detected. Please log in to continue.')
  expect(words(signedOut)).toMatch(/Try again.*Go back/)
  expect(words(signedOut, { loginURL: '/login' })).toMatch(/Log in (?!to).*Go back/)
})

it('offers the previous page if the application is not known, and a window of its own in a frame', () => {
  expect(words(error({ failure: refused, canGoBack: true }))).toMatch(/No\. Go back/)
  expect(words(error({ status: 'framed', failure: null, request: null }))).toContain('Open in a new window')
})

it('offers the way back to the application and another account after Deny', () => {
  const denied = { screen: 'idp_denied', status: 'authorize', request: asking().request, consent, calls: 3 } as const
  expect(words(denied)).toMatch(/Access denied.*Back to Notes/)
  expect(asked({})).toContain('Not you? Switch account')
})

it('shows that Allow was clicked too early', () => {
  const notice = 'Nothing was allowed yet. Take a moment to read what you allow, then choose again.'
  expect(words(asking())).not.toContain(notice)
  expect(words(asking({ isHasty: true }))).toContain(notice)
})

it('names the redirect target: a host, or an application on the device', () => {
  expect(asked({})).toContain('You will be sent on to notes.example.')
  const device = asked({ redirectUri: 'evil.app://accounts.example.com/in' })
  expect(device).toContain('You will be sent on to the app evil.app on this device.')
  expect(device).not.toContain('accounts.example.com')
})

it('says that an application is not verified, and names the host that describes it', () => {
  const unchecked = 'Acme has not checked this application.'
  expect(asked({})).not.toContain(unchecked)
  expect(asked({ isUnverified: true })).toContain(unchecked)
  expect(asked({ isUnverified: true })).not.toContain('describes itself')
  expect(asked({ isUnverified: true, describedAt: 'notes.example' })).toContain(
    `${unchecked} It describes itself at notes.example.`,
  )
})

it('offers another try if the browser has not left the page', () => {
  const { request } = asking()
  const success = { screen: 'idp_success', status: 'authorize', clientName: 'Notes', request, isLate: false } as const
  expect(words({ ...success, calls: 1 })).not.toContain('Still here?')
  const late = words({ ...success, isLate: true, calls: 1 })
  expect([late.includes('Success!'), late.includes('Still here?'), late.includes('Try again')]).toEqual([
    ...[true, true, true],
  ])
})

it('renders two lines with the same text', () => {
  const line = { text: 'The very same words', isForeign: true }
  const { children } = DetailList({ items: [line, line] }).props as { children: ReactElement[] }
  expect(new Set(children.map(({ key }) => key)).size).toBe(2)
})
