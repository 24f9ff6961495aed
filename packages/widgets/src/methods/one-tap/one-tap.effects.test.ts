import type { OneTapCreation, OneTapPlace, OneTapResult } from '@latchkey/client'
import { describe, expect, it, vi } from 'vitest'
import type { OneTapDeps } from './one-tap.effects.ts'
import { openPrompt } from './one-tap.effects.ts'

interface PromptCase {
  made?: OneTapCreation
  result?: OneTapResult
  /** The position of the prompt, if it is shown. */
  place?: OneTapPlace
  options?: object
  isTest?: boolean
}

const named = (name: string, message = ''): Error => Object.assign(new Error(message), { name })
const failed = (cause: unknown) => ({ success: false, reason: 'unknown_reason', cause }) as const

function createHarness({ made, result, place, options, isTest = true }: PromptCase = {}) {
  const asked: unknown[] = []
  const reported: unknown[] = []
  const cancel = vi.fn()
  const prompt = {
    cancel,
    async render(onShown?: (where: OneTapPlace) => void): Promise<OneTapResult> {
      if (place) onShown?.(place)
      return result ?? new Promise<never>(() => undefined)
    },
  }
  const create = async (given: unknown) => {
    asked.push(given)
    return made ?? ({ success: true, prompt } as const)
  }
  const deps: OneTapDeps = {
    client: { oauth: { googleOneTap: { create } } } as unknown as OneTapDeps['client'],
    plan: {
      oauth: {
        providers: [{ type: 'apple' }, { type: 'google', one_tap: true, ...options }],
        loginRedirectURL: '/in',
        signupRedirectURL: '/up',
      },
    },
    isTest,
    reportError: (error) => reported.push(error),
  }
  const open = openPrompt({ type: 'show_one_tap', call: 4, parent: 'here' }, deps)
  return { ...open, asked, reported, cancel }
}

describe('a prompt of One Tap', () => {
  it('is requested as configured; the client has the default for taps outside [W-ONE-02]', async () => {
    const plain = createHarness({ place: 'embedded' })
    const custom = createHarness({ options: { position: 'floating', cancel_on_tap_outside: false } })
    const common = { login_redirect_url: '/in', signup_redirect_url: '/up', prompt_parent_id: 'here' }
    await plain.shown
    expect([plain.asked, custom.asked]).toEqual([
      [{ ...common, position: undefined, cancel_on_tap_outside: undefined }],
      [{ ...common, position: 'floating', cancel_on_tap_outside: false }],
    ])
  })

  it.each(['embedded', 'floating'] as const)('reports that it is shown %s', async (place) => {
    const { shown } = createHarness({ place })
    const isEmbedded = place === 'embedded'
    expect(await shown).toEqual({ type: 'one_tap_shown', call: 4, parent: 'here', isEmbedded })
  })

  it('reports that it was closed, and no error', async () => {
    const { shown, ended, reported } = createHarness({ result: { success: false, reason: 'user_cancel' } })
    expect([await shown, await ended, reported]).toEqual([
      { type: 'one_tap_canceled', call: 4 },
      { type: 'one_tap_canceled', call: 4 },
      [],
    ])
  })

  it.each<[string, PromptCase, Error]>([
    ['no_redirect_urls', {}, named('no_redirect_url', 'No redirect URL.')],
    ['origin_not_allowed', {}, named('unauthorized_origin')],
    ['invalid_client', {}, new Error('invalid_client')],
    ['unknown_reason', { isTest: false }, new Error('opt_out_or_no_session')],
  ])('says why it is not shown, and reports it: %s', async (reason, promptCase, cause) => {
    const { ended, reported } = createHarness({ ...promptCase, made: failed(cause) })
    const problem = { reason, detail: cause.message, isTest: promptCase.isTest ?? true }
    expect([await ended, reported]).toEqual([{ type: 'one_tap_failed', call: 4, problem }, [cause]])
  })

  it('reports nothing after it was removed, loaded or not', async () => {
    const early = createHarness({ result: { success: false, reason: 'user_cancel' } })
    early.end()
    expect([await early.ended, early.cancel.mock.calls.length]).toEqual([null, 1])
    const late = createHarness({ place: 'floating', made: failed(new Error('x')) })
    late.end()
    expect([await late.ended, late.reported]).toEqual([null, []])
  })

  it('reports that the user has chosen an account and the browser is leaving', async () => {
    const { ended } = createHarness({ place: 'floating', result: { success: true } })
    expect(await ended).toEqual({ type: 'one_tap_chosen', call: 4 })
  })

  it('is not shown after it was removed, even before the provider has responded', async () => {
    const { shown, end } = createHarness({ made: new Promise<never>(() => undefined) as never })
    end()
    expect(await shown).toBeNull()
  })
})
