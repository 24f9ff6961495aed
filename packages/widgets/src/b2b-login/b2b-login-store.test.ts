import { expect, it, vi } from 'vitest'
import { createActor } from '../flow/actor.ts'
import type { RunningB2bLogin } from './b2b-login-store.ts'
import { createB2bLoginStore } from './b2b-login-store.ts'
import type { B2bLoginConfig } from './config/b2b-login.config.ts'
import { planB2bLogin } from './config/b2b-login.config.ts'
import type { B2bLoginEvent } from './flow/b2b-events.ts'
import { b2bLoginFlow, hasBack, startB2bLogin } from './flow/b2b-login.flow.ts'
import type { B2bLoginState } from './flow/b2b-state.ts'

const config: B2bLoginConfig = { authFlowType: 'Discovery', products: ['emailOtp', 'sso'] }
const ada = 'ada@acme.test'

/** A store whose other half is loaded when the test says so. */
function open(landing: Parameters<typeof startB2bLogin>[1] = { type: 'none' }, change: Partial<B2bLoginConfig> = {}) {
  const plan = planB2bLogin({ ...config, ...change })
  const errors: Error[] = []
  const loads: { resolve: () => void; reject: (error: Error) => void }[] = []
  const run = (email: string): RunningB2bLogin => {
    const actor = createActor<B2bLoginState, B2bLoginEvent, { type: string }>(
      b2bLoginFlow(plan),
      startB2bLogin(plan, landing, email),
      () => undefined,
    )
    return { actor, hasBack, runtime: { start: () => actor.start() } } as unknown as RunningB2bLogin
  }
  const store = createB2bLoginStore({
    ...{ config: { ...config, ...change }, landing },
    load: () => new Promise((resolve, reject) => loads.push({ resolve: () => resolve(run), reject })),
    reportError: (error) => void errors.push(error),
  })
  return { store, errors, loads }
}

it('shows the form of the flow Discovery at once, and waits for all others', () => {
  expect(open().store.get().state).toMatchObject({ screen: 'main', status: 'editing' })
  expect(open(undefined, { organizationSlug: 'acme' }).store.get().state).toMatchObject({ status: 'loading' })
  expect(open({ type: 'reset', token: 'token' }).store.get().state).toMatchObject({ status: 'loading' })
  expect(open({ type: 'link' }).store.get().state).toMatchObject({ screen: 'landing', status: 'verifying' })
})

it('keeps what was typed, and does what was pressed when the flow is loaded', async () => {
  const { store, loads } = open()
  store.start()
  store.send({ type: 'email_changed', value: ada })
  store.send({ type: 'submitted' })
  expect(store.get().state).toMatchObject({ email: ada, status: 'sending' })
  expect([loads.length, store.get().running]).toEqual([1, undefined])
  loads[0]?.resolve()
  await vi.waitFor(() => expect(store.get().running).toBeDefined())
  expect(store.get()).toMatchObject({ state: { screen: 'main', email: ada, status: 'sending' }, screenChanges: 0 })
  store.send({ type: 'answered', call: 1, answer: { type: 'sent', sent: { at: 0, expiresAt: 1 } } })
  expect(store.get()).toMatchObject({ state: { screen: 'email_otp_entry' }, screenChanges: 1 })
})

it('forgets what was pressed if the person types again', async () => {
  const { store, loads } = open()
  store.start()
  store.send({ type: 'sso_clicked' })
  expect(store.get().state).toMatchObject({ status: 'leaving', pressed: 'sso' })
  store.send({ type: 'email_changed', value: 'a' })
  loads[0]?.resolve()
  await vi.waitFor(() => expect(store.get().running).toBeDefined())
  expect(store.get().state).toMatchObject({ screen: 'main', email: 'a', status: 'editing' })
})

it('says that the next step could not be loaded, and tries again with the next press', async () => {
  const { store, loads, errors } = open()
  store.start()
  loads[0]?.reject(new Error('lost'))
  await Promise.resolve()
  await vi.waitFor(() => expect(loads).toHaveLength(1))
  expect([errors, store.get().failure]).toEqual([[], undefined])
  for (const presses of [1, 2]) {
    await vi.waitFor(() => {
      store.send({ type: 'sso_clicked' })
      expect(loads).toHaveLength(presses + 1)
    })
    loads[presses]?.reject(new Error('lost'))
    await vi.waitFor(() => expect(errors).toHaveLength(presses))
    expect(store.get().state).toMatchObject({ status: 'editing', failure: { error_type: 'screen_not_loaded' } })
  }
  store.send({ type: 'sso_clicked' })
  loads[3]?.resolve()
  await vi.waitFor(() => expect(store.get().state.screen).toBe('sso_discovery_email'))
})

it('fails without a form', async () => {
  const { store, loads, errors } = open({ type: 'link' })
  store.start()
  loads[0]?.reject(new Error('lost'))
  await vi.waitFor(() => expect(store.get().failure?.message).toBe('lost'))
  expect(errors).toHaveLength(1)
})
