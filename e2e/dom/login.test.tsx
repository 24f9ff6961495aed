import { LatchkeyProvider, useUser } from '@latchkey/react'
import { createTestkit, type Testkit } from '@latchkey/testkit'
import { Login, type LoginConfig } from '@latchkey/widgets'
import type { ReactElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

// Runs in jsdom and in happy-dom, as the tests of a host application do.

const email = 'ada@example.com'
const byPasscode: LoginConfig = { products: ['otp'], otpOptions: { methods: ['email'], expirationMinutes: 5 } }

let kit: Testkit
let root: Root
let container: HTMLElement

beforeEach(async () => {
  kit = await createTestkit()
  container = document.createElement('main')
  document.body.append(container)
  root = createRoot(container)
})

afterEach(async () => {
  vi.useRealTimers()
  root.unmount()
  container.remove()
  await kit.close()
})

function Page(): ReactElement {
  const { user } = useUser()
  return user ? <p id="who">{user.emails[0]?.email}</p> : <Login config={byPasscode} />
}

/** Sets a value as typing does: React ignores one that is assigned to the field. */
function type(field: Element | null, value: string): void {
  if (!(field instanceof HTMLInputElement)) throw new Error('There is no field.')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const find = (selector: string): Element | null => container.querySelector(selector)

describe('the testkit', () => {
  it('follows a mailed link of the testkit to the page', async () => {
    const { client, inbox, tab } = kit
    await client.magicLinks.email.loginOrCreate(email)
    tab.navigate(await kit.follow(inbox.lastLink(email)))
    await client.authenticateByUrl({ session_duration_minutes: 30 })
    expect(client.user.getSync()?.emails[0]?.email).toBe(email)
  })
})

describe('<Login>', () => {
  it('renders <Login>, and signs in with the code from the inbox of the testkit', async () => {
    root.render(
      <LatchkeyProvider client={kit.client}>
        <Page />
      </LatchkeyProvider>,
    )
    await expect.poll(() => find('input[type=email]')).not.toBeNull()
    type(find('input[type=email]'), email)
    find('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    await expect.poll(() => find('input[autocomplete=one-time-code]')).not.toBeNull()
    type(find('input[autocomplete=one-time-code]'), kit.inbox.lastCode(email))
    await expect.poll(() => find('#who')?.textContent).toBe(email)
    expect(kit.client.session.getSync()).not.toBeNull()
  })

  it('reports how to fix a client that is missing, as from a server component', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    root.render(
      <LatchkeyProvider client={null}>
        <Login config={byPasscode} />
      </LatchkeyProvider>,
    )
    await expect.poll(() => find('.latchkey')).not.toBeNull()
    expect(container.textContent).toBe('')
    // Effects of a concurrent render may still be due.
    await expect
      .poll(async () => {
        await vi.advanceTimersByTimeAsync(3_000)
        return find('.latchkey')?.textContent
      })
      .toContain("a file that starts with 'use client'")
    expect(logged.mock.calls).toEqual([[expect.stringContaining('`client` is still null in the browser')]])
    logged.mockRestore()
  })
})
