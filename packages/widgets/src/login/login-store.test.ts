import { describe, expect, it } from 'vitest'
import type { LoginEvent, LoginState } from './login.flow.ts'
import { ada, emailConfirmation, main } from './login-states.suite.ts'
import type { LoginRuntime } from './login-store.ts'
import { createLoginStore } from './login-store.ts'

const typed = { type: 'email_changed', value: ada } as const
const submitted = { type: 'submitted' } as const
const first = {
  state: main({ form: { tab: 'email_magic_link', email: '', phone: '', country: 'US' }, calls: 1 }),
  effects: [{ type: 'log_render' }],
} as const
const mainView = () => ({}) as never
const mailView = () => ({}) as never

/** A store whose runtime loads or fails when the test decides. */
function createTestStore({ isAlone = false, isResuming = false } = {}) {
  const resumed: boolean[] = []
  const loads: { come(): Promise<void>; fail(): Promise<void> }[] = []
  const handedOver: unknown[] = []
  const sent: LoginEvent[] = []
  const log: string[] = []
  const errors: Error[] = []
  let state: LoginState = first.state
  let notify = (): void => undefined
  let isStartBroken = false
  const store = createLoginStore({
    first,
    main: mainView,
    isAlone,
    isResuming,
    reportError: (error) => errors.push(error),
    load: (isResumed) =>
      new Promise((resolve, reject) => {
        resumed.push(isResumed)
        const settle = async (run: () => void) => {
          run()
          await new Promise((later) => setTimeout(later))
        }
        const goOn = (step: unknown) => {
          handedOver.push(step)
          state = (step as typeof first).state
          return {
            actor: {
              getState: () => state,
              subscribe: (listener: () => void) => {
                notify = listener
                return () => undefined
              },
              send: (event: LoginEvent) => sent.push(event),
            },
            views: { email_confirmation: mailView },
            canGoBack: () => true,
            start: () => {
              if (isStartBroken) throw new Error('broken')
              log.push('start')
              return () => log.push('stop')
            },
          } as unknown as LoginRuntime
        }
        loads.push({ come: () => settle(() => resolve(goOn)), fail: () => settle(() => reject(new Error('404'))) })
      }),
  })
  const moveTo = (next: LoginState) => {
    state = next
    notify()
  }
  const breakStart = (isBroken: boolean) => {
    isStartBroken = isBroken
  }
  return { store, loads, resumed, handedOver, sent, log, errors, moveTo, breakStart }
}

describe('before the runtime is loaded', () => {
  it('keeps the typed text and shows validation errors', () => {
    const { store, loads } = createTestStore()
    store.send({ type: 'email_changed', value: 'ada' })
    store.send(submitted)
    expect(store.get()).toMatchObject({
      state: { form: { email: 'ada' }, status: 'editing', failure: { error_type: 'invalid_email' } },
      View: mainView,
      screenChanges: 0,
    })
    // The runtime is not needed for that.
    expect(loads.length).toBe(0)
  })

  it('is busy with a form until the runtime is loaded, and passes the effects to it', async () => {
    const { store, loads, handedOver } = createTestStore()
    store.send(typed)
    store.send(submitted)
    store.send(submitted)
    const { state } = store.get()
    expect([state.screen === 'main' && state.status, loads.length]).toEqual(['sending', 1])
    await loads[0]?.come()
    expect(handedOver).toEqual([
      { state, effects: [{ type: 'log_render' }, { type: 'send_magic_link', call: 2, email: ada }] },
    ])
  })

  it('shows and reports that loading failed, sends nothing, and loads again with the next form [W-ERR-02]', async () => {
    const { store, loads, handedOver, errors } = createTestStore()
    store.send(typed)
    store.send(submitted)
    await loads[0]?.fail()
    expect(store.get().state).toMatchObject({ status: 'editing', failure: { error_type: 'screen_not_loaded' } })
    expect(errors.map(({ message }) => message)).toEqual(['404'])
    store.send(submitted)
    await loads[1]?.come()
    expect(handedOver).toMatchObject([{ effects: [{ type: 'log_render' }, { type: 'send_magic_link' }] }])
  })

  it('loads again if the runtime was loaded but could not be created', async () => {
    const { store, loads, errors, breakStart } = createTestStore()
    store.start()
    breakStart(true)
    store.send(typed)
    store.send(submitted)
    await loads[0]?.come()
    expect(store.get()).toMatchObject({ state: { status: 'editing', failure: { error_type: 'screen_not_loaded' } } })
    expect([store.get().runtime, errors.map(({ message }) => message)]).toEqual([undefined, ['broken']])
    breakStart(false)
    store.send(submitted)
    await loads[1]?.come()
    expect(store.get().runtime).toBeDefined()
  })

  it('shows no error if only a preload fails', async () => {
    const { store, loads, errors } = createTestStore()
    const before = store.get()
    store.preload()
    await loads[0]?.fail()
    expect([store.get() === before, errors]).toEqual([true, []])
  })

  it('fails if the preload fails and Main is empty without it, and loads again on request', async () => {
    const { store, loads, errors } = createTestStore({ isAlone: true })
    let changes = 0
    store.subscribe(() => {
      changes += 1
    })
    store.preload()
    await loads[0]?.fail()
    // The layout throws it, and the error boundary reports it to the host page.
    expect([store.get().failure?.message, changes, errors]).toEqual(['404', 1, []])
    store.preload()
    expect(loads.length).toBe(2)
  })

  it('loads again after a failed preload', async () => {
    const { store, loads } = createTestStore()
    store.preload()
    await loads[0]?.fail()
    store.preload()
    await loads[1]?.come()
    expect(store.get().runtime).toBeDefined()
  })

  it.each(['come', 'fail'] as const)(
    'does not send a form that was left before it could be sent: the runtime will %s',
    async (end) => {
      const { store, loads, handedOver } = createTestStore()
      store.send(typed)
      store.send(submitted)
      store.send({ type: 'tab_selected', tab: 'sms' })
      if (end === 'fail') await loads[0]?.fail()
      store.send({ type: 'phone_changed', value: '+15005550006' })
      store.send(submitted)
      await loads.at(-1)?.come()
      expect(handedOver).toMatchObject([{ effects: [{ type: 'log_render' }, { type: 'read_number', channel: 'sms' }] }])
    },
  )
})

describe('once the runtime is loaded', () => {
  it('passes every event to the flow and shows its state', async () => {
    const { store, loads, sent, moveTo } = createTestStore()
    let changes = 0
    store.subscribe(() => {
      changes += 1
    })
    store.preload()
    store.preload()
    await loads[0]?.come()
    store.send(typed)
    expect([sent, loads.length, changes]).toEqual([[typed], 1, 1])
    moveTo(emailConfirmation())
    expect(store.get()).toMatchObject({ state: emailConfirmation(), View: mailView, screenChanges: 1 })
    moveTo(main())
    expect(store.get()).toMatchObject({ View: mainView, screenChanges: 2 })
  })

  it('runs effects only while it is started, however often', async () => {
    const { store, loads, log } = createTestStore()
    const stop = store.start()
    store.preload()
    await loads[0]?.come()
    stop()
    store.start()()
    expect(log).toEqual(['start', 'stop', 'start', 'stop'])
  })

  it('does not start a runtime that was loaded after the stop', async () => {
    const { store, loads, log } = createTestStore()
    store.start()()
    store.preload()
    await loads[0]?.come()
    expect(log).toEqual([])
  })
})

describe('a store that resumes', () => {
  it('loads the runtime once as soon as it starts, and does not show Main before', async () => {
    const { store, loads, resumed, handedOver } = createTestStore({ isResuming: true })
    expect([store.get().state.screen, store.get().View === mainView]).toEqual(['landing', false])
    store.start()()
    store.start()
    expect(resumed).toEqual([true])
    await loads[0]?.come()
    expect(handedOver).toEqual([first])
  })

  it('shows Main as a first screen, which takes no focus, if there is nothing to resume', async () => {
    const { store, loads, moveTo } = createTestStore({ isResuming: true })
    store.start()
    await loads[0]?.come()
    expect(store.get()).toMatchObject({ state: { screen: 'main' }, View: mainView, screenChanges: 0 })
    moveTo(emailConfirmation())
    expect(store.get().screenChanges).toBe(1)
  })

  it('shows Main with an error if loading fails, and continues from there', async () => {
    const { store, loads, resumed, errors } = createTestStore({ isResuming: true })
    store.start()
    await loads[0]?.fail()
    expect(store.get()).toMatchObject({
      state: { screen: 'main', status: 'editing', failure: { error_type: 'screen_not_loaded' } },
      View: mainView,
    })
    expect(errors.length).toBe(1)
    store.preload()
    expect(resumed).toEqual([true, false])
  })
})
