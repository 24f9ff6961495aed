import { expect, it } from 'vitest'
import type { Platform } from '../platform/platform.ts'
import { createTestSetup, rejection, type Sent } from '../test-setup.suite.ts'
import { bodyOf, createElementIn, findIn, hasStorageAccess } from './safe-dom.ts'
import { scriptUrl } from './script-url.ts'

/** An element of the page, which is not a function. */
const element = { id: 'an element' }

it('reads a document from its prototype if elements have the names of its properties (X-9)', async () => {
  class Page {
    get nodeType(): number {
      return 9
    }
    get body(): string {
      return 'the body'
    }
    createElement(tag: string): string {
      return `a new ${tag}`
    }
    querySelector(selector: string): string {
      return `found ${selector}`
    }
    async hasStorageAccess(): Promise<boolean> {
      return false
    }
  }
  const page = new Page() as unknown as Document
  for (const name of ['body', 'createElement', 'querySelector', 'hasStorageAccess'])
    Object.defineProperty(page, name, { value: element })
  expect([bodyOf(page), createElementIn(page, 'form'), findIn(page, 'a'), await hasStorageAccess(page)]).toEqual([
    'the body',
    'a new form',
    'found a',
    false,
  ])
})

it('ignores elements with the names of browser functions that the browser lacks (X-9)', async () => {
  const setup = createTestSetup()
  const { client, tab } = setup.open()
  const nested = new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : element) })
  // The named elements of a page are properties of the prototype of its window.
  Object.setPrototypeOf(tab.platform, { PublicKeyCredential: nested, Temporal: nested, trustedTypes: nested })
  expect(tab.platform.trustedTypes === nested).toBe(true)
  expect(await client.webauthn.browserSupportsAutofill()).toBe(false)
  const minutes = { session_duration_minutes: 30 }
  expect(await client.webauthn.authenticate({ conditional_mediation: true, ...minutes })).toBeNull()
  expect(await client.webauthn.register({ conditional_mediation: true })).toBeNull()
  for (const call of [() => client.webauthn.authenticate(minutes), () => client.webauthn.register()])
    expect(await rejection(call())).toMatchObject({ kind: 'passkeys_unsupported' })
  const scripts = { name: 'a', policy: undefined } as unknown as Parameters<typeof scriptUrl>[0]['scripts']
  expect(scriptUrl({ platform: tab.platform as Platform, scripts }, '/script.js')).toBe('/script.js')
  // Each request names the time zone.
  setup.script.on('/users/search', { data: { user_type: 'new' } })
  await client.user.search('ada@example.com')
  const [{ headers }] = setup.script.to('/users/search') as [Sent]
  expect(atob(headers['X-SDK-Client'] ?? '')).toContain('"timezone":"Etc/UTC"')
})
