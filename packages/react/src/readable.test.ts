import { settle } from '@latchkey/client/testing'
import { describe, expect, it } from 'vitest'
import { createReadables } from './readable.ts'
import { answerFor, bootstrapPath, createProvider, policy, signIn } from './signed-in-tab.suite.ts'

const user = { user_id: 'user-test-ada', roles: ['editor'] }

describe('the stores of the hooks', () => {
  it('is uninitialized without a client and during server rendering', async () => {
    const unknownUser = { user: null, fromCache: false, isInitialized: false }
    const unknownSession = { session: null, fromCache: false, isInitialized: false }
    const provider = createProvider()
    const client = provider.open()
    await signIn(provider, client)
    const absent = createReadables(null)
    const present = createReadables(client)
    for (const read of [absent.user.getSnapshot, absent.user.getServerSnapshot, present.user.getServerSnapshot]) {
      expect(read()).toEqual(unknownUser)
    }
    for (const read of [absent.session.getSnapshot, absent.session.getServerSnapshot]) {
      expect(read()).toEqual(unknownSession)
    }
    expect(present.session.getServerSnapshot()).toEqual(unknownSession)
    expect(present.policy.getServerSnapshot()).toEqual({ policy: null, isConfirmed: false })
    expect(absent.user.subscribe(() => undefined)()).toBe(undefined)
  })

  it('returns what the server knows during hydration, and until the client knows the session of its token', async () => {
    const provider = createProvider()
    await signIn(provider, provider.open())
    const { session } = answerFor(['editor'])
    if (!session) throw new Error('the response has no session')
    const initial = { session: { ...session, session_id: 'session-of-the-server' }, policy }
    const ofServer = { session: initial.session, fromCache: true, isInitialized: true }
    const unknownUser = { user: null, fromCache: false, isInitialized: false }
    const signedIn = createReadables(provider.open(), initial)
    expect([signedIn.session.getServerSnapshot(), signedIn.user.getServerSnapshot()]).toEqual([ofServer, unknownUser])
    expect(signedIn.session.getSnapshot().session?.session_id).toBe('session-test-1')
    // The backend of the application has set the cookie: the page has a token without a session.
    const resuming = createProvider()
    const client = resuming.open()
    client.session.updateSession({ session_token: 'token-1' })
    const readables = createReadables(client, initial)
    expect([readables.session.getSnapshot(), readables.user.getSnapshot()]).toEqual([ofServer, unknownUser])
    expect(readables.policy.getSnapshot().policy).toEqual(policy)
    // A page that a cache has kept: the client has no token.
    const { session: ofOldPage } = createReadables(createProvider().open(), initial)
    expect(ofOldPage.getSnapshot().session).toBeNull()
  })

  it('notifies once on sign-in and once on sign-out', async () => {
    const provider = createProvider()
    const client = provider.open()
    const readables = createReadables(client)
    const seen: unknown[] = []
    readables.user.subscribe(() => seen.push(readables.user.getSnapshot().user))
    readables.session.subscribe(() => seen.push(readables.session.getSnapshot().session?.session_id ?? null))
    await signIn(provider, client)
    expect(seen).toEqual([user, 'session-test-1'])
    provider.answers['/sessions/revoke'] = {}
    await client.session.revoke()
    expect(seen).toEqual([user, 'session-test-1', null, null])
  })

  it('notifies about changes of another tab', async () => {
    const provider = createProvider()
    const here = createReadables(provider.open())
    const seen: unknown[] = []
    here.user.subscribe(() => seen.push(here.user.getSnapshot().user))
    await signIn(provider, provider.open())
    expect(seen).toEqual([user])
  })

  it('returns the same snapshot while only last_accessed_at changes', async () => {
    const provider = createProvider()
    const client = provider.open()
    await signIn(provider, client)
    const readables = createReadables(client)
    const notifications: string[] = []
    readables.user.subscribe(() => notifications.push('user'))
    readables.session.subscribe(() => notifications.push('session'))
    const before = { user: readables.user.getSnapshot(), session: readables.session.getSnapshot() }
    provider.answers['/sessions/authenticate'] = answerFor(['editor'], { last_accessed_at: '2030-01-01T00:05:00Z' })
    await client.session.authenticate()
    expect(client.session.getSync()?.last_accessed_at).toBe('2030-01-01T00:05:00Z')
    expect(readables.user.getSnapshot()).toBe(before.user)
    expect(readables.session.getSnapshot()).toBe(before.session)
    provider.answers['/sessions/authenticate'] = answerFor(['admin'], { last_accessed_at: '2030-01-01T00:06:00Z' })
    await client.session.authenticate()
    expect(readables.user.getSnapshot().user?.roles).toEqual(['admin'])
    expect(readables.session.getSnapshot()).toBe(before.session)
    expect(notifications).toEqual(['user'])
  })

  it('reports fromCache until the provider has confirmed the session', async () => {
    const provider = createProvider()
    await signIn(provider, provider.open())
    provider.answers['/sessions/authenticate'] = new Error('offline')
    const client = provider.open()
    await settle()
    const { user: readable } = createReadables(client)
    expect(readable.getSnapshot()).toEqual({ user, fromCache: true, isInitialized: true })
    const seen: unknown[] = []
    readable.subscribe(() => seen.push(readable.getSnapshot()))
    provider.answers['/sessions/authenticate'] = answerFor(['editor'])
    await client.session.authenticate()
    expect(seen).toEqual([{ user, fromCache: false, isInitialized: true }])
  })

  it('returns the stored policy at once and the confirmed policy after the response', async () => {
    const provider = createProvider()
    provider.open()
    await settle()
    const client = provider.open()
    const { policy: readable } = createReadables(client)
    expect(readable.getSnapshot()).toEqual({ policy, isConfirmed: false })
    let notifications = 0
    readable.subscribe(() => (notifications += 1))
    readable.subscribe(() => (notifications += 100))()
    await settle()
    expect(readable.getSnapshot()).toEqual({ policy, isConfirmed: true })
    expect(notifications).toBe(1)
  })

  it('does not retry the policy after a permanent error', async () => {
    const provider = createProvider()
    const refusal = { status_code: 400, error_type: 'invalid_public_token', error_message: 'Unknown.', request_id: 'r' }
    provider.answers[bootstrapPath] = Response.json(refusal, { status: 400 })
    const { policy: readable } = createReadables(provider.open())
    readable.subscribe(() => undefined)
    await settle()
    provider.answers[bootstrapPath] = { project_name: 'Tea House' }
    await provider.clock.advance(60_000)
    expect(readable.getSnapshot().isConfirmed).toBe(false)
  })

  it('stops retrying the policy after the last unsubscribe', async () => {
    const provider = createProvider()
    provider.answers[bootstrapPath] = new Error('offline')
    const { policy: readable } = createReadables(provider.open())
    const stop = readable.subscribe(() => undefined)
    await settle()
    stop()
    provider.answers[bootstrapPath] = { project_name: 'Tea House' }
    await provider.clock.advance(60_000)
    expect(readable.getSnapshot().isConfirmed).toBe(false)
  })

  it('retries a policy that could not be read', async () => {
    const provider = createProvider()
    const answer = provider.answers[bootstrapPath] as object
    provider.answers[bootstrapPath] = new Error('offline')
    const { policy: readable } = createReadables(provider.open())
    const reads: unknown[] = []
    readable.subscribe(() => reads.push(readable.getSnapshot()))
    await settle()
    expect(readable.getSnapshot()).toEqual({ policy: null, isConfirmed: false })
    provider.answers[bootstrapPath] = answer
    await provider.clock.advance(5_000)
    expect(reads.at(-1)).toEqual({ policy, isConfirmed: true })
  })
})
