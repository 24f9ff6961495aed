import type { Client } from '@latchkey/client'
import { magicLinkLoginExpirationMinutes, otpMethods } from '@latchkey/contract'
import type { EmailMagicLinksOptions, LoginPlan } from '../../config/login.config.ts'
import { withForm } from '../../flow/sign-in-step.ts'
import { passcodeSent } from '../../methods/otps/otps.flow.ts'
import { lastEnded } from '../../widget/last-ended.ts'
import type { LoginState, LoginStep } from '../login.flow.ts'
import type { Main } from '../main/main.flow.ts'
import { readStepText, removeStepText, writeStepText } from './step-storage.ts'

/** The steps that wait for a message. A reload, or a tab that the browser discarded, continues with them. */
interface SavedStep {
  readonly form: Pick<Main['form'], 'tab' | 'email' | 'phone' | 'country'>
  readonly expiresAt: number
  /** The last session of this browser that had ended by then. */
  readonly ended?: string | undefined
  /** Where a link went. */
  readonly email?: string
  /** The passcode that was sent. Its method id cannot be used without the code. */
  readonly otp?: {
    readonly type: (typeof otpMethods)[number]
    readonly methodId: string
    readonly otpDestination: string
  }
}

/** Writes the step that a state is, or removes the one before. Neither codes nor passwords are kept. */
export function createStepWriter(
  client: Client,
  { loginExpirationMinutes: linkMinutes = magicLinkLoginExpirationMinutes }: EmailMagicLinksOptions,
): (state: LoginState, now: number) => void {
  let last: string | undefined
  let linkExpiresAt = 0
  return (state, now) => {
    if (state.screen === 'email_confirmation') linkExpiresAt ||= now + linkMinutes * 60_000
    else linkExpiresAt = 0
    const kept = savedStepOf(state, linkExpiresAt)
    const text = kept ? JSON.stringify({ ...kept, ended: lastEnded(client) }) : ''
    if (kept && text !== last) writeStepText(client, text, kept.expiresAt)
    else if (text !== last) removeStepText(client)
    last = text
  }
}

function savedStepOf(state: LoginState, linkExpiresAt: number): SavedStep | undefined {
  const { tab, email, phone, country } = state.form
  const form = { tab, email, phone, country }
  if (state.screen === 'otp_authenticate') return { form, expiresAt: state.expiresAt, otp: state.otp }
  return state.screen === 'email_confirmation' ? { form, expiresAt: linkExpiresAt, email: state.email } : undefined
}

/**
 * The stored step of this tab. Undefined if the tab has no step, if it has expired, if its product is not configured, or
 * if a session has ended since: the user signed in without this step, and the next user of the tab may be another one.
 */
export function readStep(
  client: Client,
  plan: Pick<LoginPlan, 'tabs'>,
  { form: empty, calls }: Main,
  now: number,
): LoginStep | undefined {
  const kept = parsed(readStepText(client))
  const { form: typed, expiresAt, email, otp } = kept ?? {}
  if (!areTexts(typed?.email, typed?.phone, typed?.country) || !(Number(expiresAt) > now)) return undefined
  if (kept?.ended !== lastEnded(client)) return undefined
  if (!plan.tabs.some((tab) => tab === typed?.tab)) return undefined
  const form = { ...empty, ...typed }
  if (areTexts(email))
    return { state: { screen: 'email_confirmation', email: String(email), calls, form }, effects: [] }
  if (!otp || !otpMethods.includes(otp.type) || !areTexts(otp.methodId, otp.otpDestination)) return undefined
  const { type: channel, methodId, otpDestination: to } = otp
  const sent = {
    type: 'passcode_sent',
    call: calls,
    channel,
    to,
    methodId,
    at: now,
    expiresAt: Number(expiresAt),
  } as const
  const step = withForm(form, passcodeSent(sent))
  // It was sent and reported before the reload.
  return { ...step, effects: step.effects.filter(({ type }) => type === 'wait') }
}

function areTexts(...values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'string')
}

/** The host page can write anything to the tab's storage: every field is checked. */
function parsed(text: string | null | undefined): Partial<SavedStep> | undefined {
  try {
    return Object(JSON.parse(text ?? 'null'))
  } catch {
    return undefined
  }
}
