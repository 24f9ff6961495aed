import type { Client, OneTapPrompt, OneTapResult } from '@latchkey/client'
import { clientInternals } from '@latchkey/client/internal'
import type { LoginPlan } from '../../config/login.config.ts'
import type { LoginRunners, MethodDeps } from '../../login/login-method.ts'
import type { AwaitOneTap, HideOneTap, OneTapOutcome, OneTapProblem, ShowOneTap } from './one-tap.flow.ts'
import { oneTapReason } from './one-tap.flow.ts'

type Ended = Extract<OneTapOutcome, { type: 'one_tap_chosen' | 'one_tap_canceled' | 'one_tap_failed' }>
type Shown = Extract<OneTapOutcome, { type: 'one_tap_shown' }>

/** A prompt that is loading or shown. */
interface OpenPrompt {
  readonly shown: Promise<Shown | Ended | null>
  /** Null if the prompt was removed. */
  readonly ended: Promise<Ended | null>
  end(): void
}

export interface OneTapDeps {
  readonly client: Pick<Client, 'oauth'>
  readonly plan: Pick<LoginPlan, 'oauth'>
  readonly isTest: boolean
  /** Reports a failure to the host page. */
  readonly reportError: (error: unknown) => void
}

/** Loads a prompt and shows it. */
export function openPrompt({ call, parent }: ShowOneTap | AwaitOneTap, deps: OneTapDeps): OpenPrompt {
  const { client, plan, isTest, reportError } = deps
  const { position, cancel_on_tap_outside } = plan.oauth.providers.find(({ type }) => type === 'google') ?? {}
  let isOver = false
  let prompt: OneTapPrompt | undefined
  let seen = (_: Shown | null): void => undefined
  const seenOnce = new Promise<Shown | null>((resolve) => {
    seen = resolve
  })

  async function run(): Promise<OneTapResult> {
    const made = await client.oauth.googleOneTap.create({
      login_redirect_url: plan.oauth.loginRedirectURL,
      signup_redirect_url: plan.oauth.signupRedirectURL,
      position,
      cancel_on_tap_outside,
      prompt_parent_id: parent ?? undefined,
    })
    if (!made.success) return made
    prompt = made.prompt
    if (isOver) prompt.cancel()
    return prompt.render((place) => seen({ type: 'one_tap_shown', call, parent, isEmbedded: place === 'embedded' }))
  }

  async function outcome(): Promise<Ended | null> {
    try {
      const result = await run()
      if (isOver) return null
      if (result.success) return { type: 'one_tap_chosen', call }
      if (result.reason === 'user_cancel') return { type: 'one_tap_canceled', call }
      throw result.cause
    } catch (error) {
      if (isOver) return null
      reportError(error)
      return { type: 'one_tap_failed', call, problem: problemOf(error, isTest) }
    }
  }

  const ended = outcome()
  return {
    ended,
    shown: Promise.race([seenOnce, ended]),
    end() {
      isOver = true
      seen(null)
      prompt?.cancel()
    },
  }
}

/** Errors of the provider have a type; errors of Google only a message. */
function problemOf(error: unknown, isTest: boolean): OneTapProblem {
  const { name = '', message = '' } = Object(error) as Partial<Error>
  const known = oneTapReason(name)
  return { reason: known === 'unknown_reason' ? oneTapReason(message) : known, detail: message, isTest }
}

/** The open prompts by call number: one per widget. Google shows one per page. */
const prompts: WeakMap<object, Map<number, OpenPrompt>> = /* @__PURE__ */ new WeakMap()

function promptsOf({ plan }: MethodDeps): Map<number, OpenPrompt> {
  const open = prompts.get(plan) ?? new Map<number, OpenPrompt>()
  prompts.set(plan, open)
  return open
}

function find(effect: ShowOneTap | AwaitOneTap, deps: MethodDeps): OpenPrompt {
  const open = promptsOf(deps)
  const { publicToken } = clientInternals(deps.client)
  const prompt =
    open.get(effect.call) ?? openPrompt(effect, { ...deps, isTest: publicToken.includes('public-token-test') })
  open.set(effect.call, prompt)
  return prompt
}

function hide({ call }: Pick<HideOneTap, 'call'>, deps: MethodDeps): void {
  const open = promptsOf(deps)
  open.get(call)?.end()
  open.delete(call)
}

export const oneTapRunners: LoginRunners = {
  show_one_tap(effect, deps, settle) {
    find(effect, deps).shown.then(settle)
    return () => hide(effect, deps)
  },
  await_one_tap(effect, deps, settle) {
    // It may have been removed with the widget: then it is shown again with it.
    find(effect, deps).ended.then(settle)
    return () => hide(effect, deps)
  },
  hide_one_tap: hide,
}
