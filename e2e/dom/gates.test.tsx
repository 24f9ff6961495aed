import { type Auth, LatchkeyProvider, Protect, SignedIn, SignedOut, useAuth } from '@latchkey/react'
import { createTestkit, type Testkit } from '@latchkey/testkit'
import type { ReactElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

// Runs in jsdom and in happy-dom, as the tests of a host application do.

const email = 'ada@example.com'
const rbacPolicy = {
  roles: [
    { role_id: 'latchkey_user', description: '', permissions: [{ resource_id: 'documents', actions: ['read'] }] },
  ],
  resources: [{ resource_id: 'documents', description: '', actions: ['read', 'write'] }],
  scopes: [],
}

let kit: Testkit
let root: Root
let container: HTMLElement
let auths: Auth[]

beforeEach(() => {
  auths = []
  container = document.createElement('main')
  document.body.append(container)
  root = createRoot(container)
})

afterEach(async () => {
  root.unmount()
  container.remove()
  await kit.close()
})

function Account(): ReactElement {
  const auth = useAuth()
  auths.push(auth)
  const { isLoaded, isSignedIn, user, session, signOut, isAuthorized } = auth
  return (
    <>
      <output>
        {[isLoaded, isSignedIn, user?.emails[0]?.email, session?.user_id === user?.user_id].join(' ')}{' '}
        {String(isAuthorized('documents', 'read'))}
      </output>
      <button type="button" onClick={() => signOut()}>
        Sign out
      </button>
    </>
  )
}

function Page(): ReactElement {
  return (
    <LatchkeyProvider client={kit.client}>
      <Account />
      <p>
        <SignedIn>in </SignedIn>
        <SignedOut>out </SignedOut>
        <Protect resource="documents" action="read" fallback="no-read ">
          read{' '}
        </Protect>
        <Protect resource="documents" action="write" fallback="no-write ">
          write{' '}
        </Protect>
      </p>
    </LatchkeyProvider>
  )
}

async function signIn(): Promise<void> {
  const { method_id } = await kit.client.otps.email.loginOrCreate(email)
  await kit.client.otps.authenticate(kit.inbox.lastCode(email), method_id, { session_duration_minutes: 30 })
}

const textOf = (selector: string): string | undefined => container.querySelector(selector)?.textContent?.trim()

describe('gates', () => {
  it('follow the session and the policy of the project', async () => {
    kit = await createTestkit({ settings: { rbacPolicy } })
    root.render(<Page />)
    await expect.poll(() => textOf('p')).toBe('out no-read no-write')
    await signIn()
    await expect.poll(() => textOf('p')).toBe('in read no-write')
    expect(textOf('output')).toBe(`true true ${email} true true`)
    const token = kit.client.session.getTokens()?.session_token
    expect((await kit.call('POST', '/sessions/authenticate', {}, token)).status).toBe(200)
    container.querySelector('button')?.click()
    await expect.poll(() => textOf('p')).toBe('out no-read no-write')
    expect(textOf('output')).toBe('true false  true false')
    expect((await kit.call('POST', '/sessions/authenticate', {}, token)).status).toBe(404)
  })

  it('get the same object from useAuth until something changes', async () => {
    kit = await createTestkit()
    await signIn()
    root.render(<Page />)
    await expect.poll(() => textOf('p')).toBe('in no-read no-write')
    const rendered = auths.length
    root.render(<Page />)
    await expect.poll(() => auths.length).toBeGreaterThan(rendered)
    expect(auths.at(-1)).toBe(auths[rendered - 1])
  })
})
