import { describe, expect, it } from 'vitest'
import type { LoginEvent, LoginState } from './login.flow.ts'
import type { LoginRest } from './login-stage.ts'
import { createStage } from './login-stage.ts'
import { ada, emailConfirmation, main } from './login-states.suite.ts'

const typed = { type: 'email_changed', value: ada } as const
const submitted = { type: 'submitted' } as const
const first = {
  state: main({ form: { tab: 'email_magic_link', email: '', phone: '', country: 'US' }, calls: 1 }),
  effects: [{ type: 'log_render' }],
} as const
const mainView = () => ({}) as never
const mailView = () => ({}) as never

/** A stage whose rest comes, or fails, when the test says so. */
function world({ isAlone = false, isResuming = false } = {}) {
  const resumed: boolean[] = []
  const loads: { come(): Promise<void>; fail(): Promise<void> }[] = []
  const handedOver: unknown[] = []
  const sent: LoginEvent[] = []
  const log: string[] = []
  const errors: Error[] = []
  let state: LoginState = first.state
  let tell = (): void => undefined
  let isStartBroken = false
  const stage = createStage({
    first,
    main: mainView,
    isAlone,
    isResuming,
    report: (error) => errors.push(error),
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
                tell = listener
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
          } as unknown as LoginRest
        }
        loads.push({ come: () => settle(() => resolve(goOn)), fail: () => settle(() => reject(new Error('404'))) })
      }),
  })
  const moveTo = (next: LoginState) => {
    state = next
    tell()
  }
  const breakStart = (isBroken: boolean) => {
    isStartBroken = isBroken
  }
  return { stage, loads, resumed, handedOver, sent, log, errors, moveTo, breakStart }
}

describe('before the rest is there', () => {
  it('keeps what is typed, and says what is refused', () => {
    const { stage, loads } = world()
    stage.send({ type: 'email_changed', value: 'ada' })
    stage.send(submitted)
    expect(stage.get()).toMatchObject({
      state: { form: { email: 'ada' }, status: 'editing', failure: { error_type: 'invalid_email' } },
      View: mainView,
      moves: 0,
    })
    // Nothing beyond Main is needed to say so.
    expect(loads.length).toBe(0)
  })

  it('is busy with a form until the rest comes, and hands over what has to be done', async () => {
    const { stage, loads, handedOver } = world()
    stage.send(typed)
    stage.send(submitted)
    stage.send(submitted)
    const { state } = stage.get()
    expect([state.screen === 'main' && state.status, loads.length]).toEqual(['sending', 1])
    await loads[0]?.come()
    expect(handedOver).toEqual([
      { state, effects: [{ type: 'log_render' }, { type: 'send_magic_link', call: 2, email: ada }] },
    ])
  })

  it('says so when the rest does not come, sends nothing, tells the host page, and asks again with the next form [W-ERR-02]', async () => {
    const { stage, loads, handedOver, errors } = world()
    stage.send(typed)
    stage.send(submitted)
    await loads[0]?.fail()
    expect(stage.get().state).toMatchObject({ status: 'editing', failure: { error_type: 'screen_not_loaded' } })
    expect(errors.map(({ message }) => message)).toEqual(['404'])
    stage.send(submitted)
    await loads[1]?.come()
    expect(handedOver).toMatchObject([{ effects: [{ type: 'log_render' }, { type: 'send_magic_link' }] }])
  })

  it('begins anew with a rest that came but could not be started', async () => {
    const { stage, loads, errors, breakStart } = world()
    stage.start()
    breakStart(true)
    stage.send(typed)
    stage.send(submitted)
    await loads[0]?.come()
    expect(stage.get()).toMatchObject({ state: { status: 'editing', failure: { error_type: 'screen_not_loaded' } } })
    expect([stage.get().rest, errors.map(({ message }) => message)]).toEqual([undefined, ['broken']])
    breakStart(false)
    stage.send(submitted)
    await loads[1]?.come()
    expect(stage.get().rest).toBeDefined()
  })

  it('says nothing when only a preload fails', async () => {
    const { stage, loads, errors } = world()
    const before = stage.get()
    stage.preload()
    await loads[0]?.fail()
    expect([stage.get() === before, errors]).toEqual([true, []])
  })

  it('fails with a preload that all there is to press comes with, and loads again when it is asked to', async () => {
    const { stage, loads, errors } = world({ isAlone: true })
    let changes = 0
    stage.subscribe(() => {
      changes += 1
    })
    stage.preload()
    await loads[0]?.fail()
    // Whoever draws it throws it, and who catches that tells the host page.
    expect([stage.get().failure?.message, changes, errors]).toEqual(['404', 1, []])
    stage.preload()
    expect(loads.length).toBe(2)
  })

  it('asks again for what a preload did not bring', async () => {
    const { stage, loads } = world()
    stage.preload()
    await loads[0]?.fail()
    stage.preload()
    await loads[1]?.come()
    expect(stage.get().rest).toBeDefined()
  })

  it.each(['come', 'fail'] as const)(
    'does not send a form that was left before it could be sent: they %s',
    async (end) => {
      const { stage, loads, handedOver } = world()
      stage.send(typed)
      stage.send(submitted)
      stage.send({ type: 'tab_selected', tab: 'sms' })
      if (end === 'fail') await loads[0]?.fail()
      stage.send({ type: 'phone_changed', value: '+15005550006' })
      stage.send(submitted)
      await loads.at(-1)?.come()
      expect(handedOver).toMatchObject([{ effects: [{ type: 'log_render' }, { type: 'read_number', channel: 'sms' }] }])
    },
  )
})

describe('once the rest is there', () => {
  it('hands every event on, and shows what the flow comes to', async () => {
    const { stage, loads, sent, moveTo } = world()
    let changes = 0
    stage.subscribe(() => {
      changes += 1
    })
    stage.preload()
    stage.preload()
    await loads[0]?.come()
    stage.send(typed)
    expect([sent, loads.length, changes]).toEqual([[typed], 1, 1])
    moveTo(emailConfirmation())
    expect(stage.get()).toMatchObject({ state: emailConfirmation(), View: mailView, moves: 1 })
    moveTo(main())
    expect(stage.get()).toMatchObject({ View: mainView, moves: 2 })
  })

  it('carries things out only while it is started, however often', async () => {
    const { stage, loads, log } = world()
    const stop = stage.start()
    stage.preload()
    await loads[0]?.come()
    stop()
    stage.start()()
    expect(log).toEqual(['start', 'stop', 'start', 'stop'])
  })

  it('does not begin what came too late', async () => {
    const { stage, loads, log } = world()
    stage.start()()
    stage.preload()
    await loads[0]?.come()
    expect(log).toEqual([])
  })
})

describe('a stage that resumes', () => {
  it('loads the rest as soon as it starts, once, and does not show Main before', async () => {
    const { stage, loads, resumed, handedOver } = world({ isResuming: true })
    expect([stage.get().state.screen, stage.get().View === mainView]).toEqual(['landing', false])
    stage.start()()
    stage.start()
    expect(resumed).toEqual([true])
    await loads[0]?.come()
    expect(handedOver).toEqual([first])
  })

  it('shows Main as a first screen, which takes no focus, if there is nothing to resume', async () => {
    const { stage, loads, moveTo } = world({ isResuming: true })
    stage.start()
    await loads[0]?.come()
    expect(stage.get()).toMatchObject({ state: { screen: 'main' }, View: mainView, moves: 0 })
    moveTo(emailConfirmation())
    expect(stage.get().moves).toBe(1)
  })

  it('shows Main with the reason if the rest does not come, and goes on from there', async () => {
    const { stage, loads, resumed, errors } = world({ isResuming: true })
    stage.start()
    await loads[0]?.fail()
    expect(stage.get()).toMatchObject({
      state: { screen: 'main', status: 'editing', failure: { error_type: 'screen_not_loaded' } },
      View: mainView,
    })
    expect(errors.length).toBe(1)
    stage.preload()
    expect(resumed).toEqual([true, false])
  })
})
