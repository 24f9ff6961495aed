import type { Step } from '../../flow/step.ts'
import type { OtpAuthenticate, OtpEffect, OtpEvent } from '../../methods/otps/otps.flow.ts'
import { otpFlow, passcodeSent } from '../../methods/otps/otps.flow.ts'
import type { B2bLoginEffect, B2bLoginEvent, Request, Sent } from './b2b-events.ts'
import { call } from './b2b-steps.ts'

/** The calls of a screen that asks for a code. */
export interface CodeCalls {
  readonly send: Request
  readonly check: (code: string) => Request
}

type CodeStep = Step<OtpAuthenticate, B2bLoginEffect>

/** A code was sent to an address or a number: what the screen of the code starts with. */
export function startCode(
  channel: 'email' | 'sms',
  to: string,
  sent: Sent,
  number: number,
  calls: CodeCalls,
): CodeStep {
  const step = passcodeSent({ type: 'passcode_sent', call: number, channel, to, methodId: '', ...sent })
  return { state: step.state, effects: translated(step.effects, calls) }
}

/** Handles the events of the screen, except a code that was accepted. */
export function stepCode(entry: OtpAuthenticate, event: B2bLoginEvent, calls: CodeCalls): CodeStep {
  const known = asOtpEvent(entry, event)
  if (!known) return { state: entry, effects: [] }
  const step = otpFlow(entry, known)
  return { state: step.state as OtpAuthenticate, effects: translated(step.effects, calls) }
}

/** Whether the event is the response to the code that is being checked. */
export function isCheckOf(entry: OtpAuthenticate, event: B2bLoginEvent): boolean {
  return 'call' in event && entry.status === 'verifying' && event.call === entry.checkCall
}

function asOtpEvent(entry: OtpAuthenticate, event: B2bLoginEvent): OtpEvent | undefined {
  switch (event.type) {
    case 'code_changed':
    case 'resend_clicked':
    case 'ticked':
    case 'label_shown':
      return event as OtpEvent
    case 'submitted':
      return { type: 'code_submitted' }
    case 'answered': {
      const { answer, call } = event
      const { type: channel, otpDestination: to } = entry.otp
      return answer.type === 'sent'
        ? { type: 'passcode_sent', call, channel, to, methodId: '', ...answer.sent }
        : undefined
    }
    case 'refused':
      return { ...event, type: isCheckOf(entry, event) ? 'code_refused' : 'passcode_not_sent' }
    default:
      return undefined
  }
}

/** Members have no method ids: what reports them is left out. */
function translated(effects: readonly OtpEffect[], { send, check }: CodeCalls): B2bLoginEffect[] {
  return effects.flatMap((effect): B2bLoginEffect[] => {
    switch (effect.type) {
      case 'send_passcode':
        return [call(effect.call, send)]
      case 'check_passcode':
        return [call(effect.call, check(effect.code))]
      case 'wait':
      case 'notice':
        return [effect]
      default:
        return []
    }
  })
}
