import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { LoginEffect, LoginEvent, LoginState } from './login.flow.ts'
import { ada, minute, noon, refused, unanswered } from './login-states.suite.ts'
import { startMain } from './main/main.flow.ts'
import { loginFlow } from './whole-login.ts'

/** The next event: an action of the user, or a result with the n-th newest call number, requested or not. */
type Move = (calls: number) => LoginEvent

const always = <Event extends LoginEvent>(event: Event): fc.Arbitrary<Move> => fc.constant(() => event)
const tabs = fc.constantFrom('email_magic_link', 'email_otp', 'sms', 'whatsapp')
const codes = fc.oneof(fc.constant('123456'), fc.stringMatching(/^[0-9a-z ]{0,8}$/))

const userMoves: fc.Arbitrary<Move> = fc.oneof(
  { weight: 2, arbitrary: tabs.map((tab) => () => ({ type: 'tab_selected', tab }) as const) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('', 'not an address', ada)
      .map((value) => () => ({ type: 'email_changed', value }) as const),
  },
  always({ type: 'phone_changed', value: '2025550123' }),
  { weight: 4, arbitrary: always({ type: 'submitted' }) },
  { weight: 4, arbitrary: codes.map((value) => () => ({ type: 'code_changed', value }) as const) },
  { weight: 2, arbitrary: always({ type: 'code_submitted' }) },
  { weight: 2, arbitrary: always({ type: 'resend_clicked' }) },
  always({ type: 'try_again_clicked' }),
  always({ type: 'back_clicked' }),
  always({ type: 'session_began' }),
  always({ type: 'session_ended' }),
)

const failures = fc.constantFrom(refused, unanswered)
const outcomeMoves: fc.Arbitrary<Move> = fc
  .tuple(fc.integer({ min: -1, max: 4 }), failures, fc.integer({ min: 0, max: 6 * minute }))
  .chain(([age, failure, later]) => {
    const at = noon + later
    return fc
      .constantFrom<((call: number) => LoginEvent)[]>(
        (call) => ({ type: 'magic_link_sent', call, email: ada }),
        (call) => ({ type: 'magic_link_refused', call, failure }),
        (call) => ({
          ...{ type: 'passcode_sent', call, channel: 'email', to: ada },
          ...{ methodId: `method-${call}`, at, expiresAt: at + 5 * minute },
        }),
        (call) => ({ type: 'passcode_not_sent', call, failure }),
        (call) => ({ type: 'code_accepted', call, methodId: 'method' }),
        (call) => ({ type: 'code_refused', call, failure }),
        (call) => ({ type: 'ticked', call, at }),
        (call) => ({ type: 'label_shown', call, at }),
      )
      .map(
        (outcome): Move =>
          (calls) =>
            outcome(calls - age),
      )
  })

const moves = fc.array(fc.oneof({ weight: 1, arbitrary: userMoves }, { weight: 2, arbitrary: outcomeMoves }), {
  maxLength: 60,
})

const answersTo: Record<string, readonly string[]> = {
  send_magic_link: ['magic_link_sent', 'magic_link_refused'],
  send_passcode: ['passcode_sent', 'passcode_not_sent'],
  check_passcode: ['code_accepted', 'code_refused'],
  ticked: ['ticked'],
  label_shown: ['label_shown'],
}

/** The pending calls, by the event that may answer them: `code_accepted 7`. */
function questionsIn(effects: readonly LoginEffect[]): string[] {
  return effects.flatMap((effect) => {
    if (!('call' in effect)) return []
    return (answersTo['next' in effect ? effect.next : effect.type] ?? []).map((answer) => `${answer} ${effect.call}`)
  })
}

const isFinish = ({ screen }: LoginState): boolean => screen === 'otp_confirmation' || screen === 'logged_in'

it('takes each response once, makes one call at a time and finishes once, for any order of events', () => {
  fc.assert(
    fc.property(moves, (sequence) => {
      let state: LoginState = startMain(['email_magic_link', 'email_otp', 'sms', 'whatsapp'])
      let open = new Set<string>()
      const known = new Set<string>()
      let newest = 0
      for (const move of sequence) {
        const event = move(state.calls)
        const question = 'call' in event ? `${event.type} ${event.call}` : ''
        // A number belongs to one call only.
        if ('call' in event && event.call <= newest && event.call > 0 && !known.has(question)) continue
        const step: ReturnType<typeof loginFlow> = loginFlow(state, event)
        if ('call' in event) {
          // Not requested, answered already or abandoned: the event is ignored.
          if (!open.has(question)) expect([step.state === state, step.effects]).toEqual([true, []])
          for (const answer of Object.values(answersTo).find((list) => list.includes(event.type)) ?? []) {
            open.delete(`${answer} ${event.call}`)
          }
        }
        for (const effect of step.effects) {
          if (!('call' in effect) || effect.type === 'wait') continue
          // Each call has a new number.
          expect(effect.call).toBeGreaterThan(newest)
          newest = effect.call
        }
        const isOtherTab = event.type === 'tab_selected' && step.state !== state
        if (isOtherTab || step.state.screen !== state.screen) open = new Set()
        for (const asked of questionsIn(step.effects)) {
          open.add(asked)
          known.add(asked)
        }
        const checks = [...open].filter((question) => question.startsWith('code_accepted')).length
        expect(checks).toBeLessThanOrEqual(1)
        const finishes = step.effects.filter(
          (effect) => effect.type === 'emit' && effect.event.type === 'AUTHENTICATE_FLOW_COMPLETE',
        ).length
        expect(finishes).toBe(isFinish(step.state) && !isFinish(state) ? 1 : 0)
        state = step.state
      }
    }),
    { numRuns: Number(process.env.MODEL_RUNS ?? 2_000) },
  )
})
