import type { Client } from '@latchkey/client'
import { describe, expect, it } from 'vitest'
import type { MethodDeps } from '../../login/login-method.ts'
import { passkeyRunners, tryPasskey } from './passkeys.effects.ts'

type Authenticate = Client['webauthn']['authenticate']

/** A client whose responses the test controls. */
function prepare(authenticate: (options: Parameters<Authenticate>[0]) => Promise<unknown>) {
  const calls: Parameters<Authenticate>[0][] = []
  const reported: unknown[] = []
  const client = {
    webauthn: {
      authenticate: (options: Parameters<Authenticate>[0]) => {
        calls.push(options)
        return authenticate(options)
      },
    },
  } as unknown as Client
  const begin = (isAutofill: boolean) =>
    tryPasskey(
      { type: 'ask_passkey', call: 7, isAutofill },
      { client, plan: { sessionDurationMinutes: 30 }, reportError: (error) => reported.push(error) },
    )
  return { client, calls, reported, begin }
}

const never = (): Promise<never> => new Promise(() => undefined)

describe('a passkey attempt', () => {
  it.each([true, false])('asks for one, in autofill: %s [W-PK-01]', (isAutofill) => {
    const { begin, calls } = prepare(never)
    begin(isAutofill)
    expect(calls).toEqual([
      {
        session_duration_minutes: 30,
        conditional_mediation: isAutofill,
        is_passkey: true,
        signal: expect.any(AbortSignal),
        onPresented: expect.any(Function),
      },
    ])
  })

  it('reports the user’s consent, and then the response of the provider', async () => {
    const { begin } = prepare(async ({ onPresented }) => {
      onPresented?.()
      return { webauthn_registration_id: 'passkey-1' }
    })
    const { presented, answered } = begin(true)
    expect([await presented, await answered]).toEqual([
      { type: 'passkey_presented', call: 7 },
      { type: 'passkey_authenticated', call: 7, id: 'passkey-1' },
    ])
  })

  it.each([
    ['the cancellation by the user', { name: 'SdkError', kind: 'user_cancelled' }, null, 0],
    [
      'the rejection by the provider',
      { name: 'ApiError', error_type: 'webauthn_registration_not_found', error_message: 'No.' },
      { name: 'ApiError', error_type: 'webauthn_registration_not_found', error_message: 'No.' },
      1,
    ],
  ])('reports %s', async (_, error, failure, reports) => {
    const { begin, reported } = prepare(() => Promise.reject(error))
    expect(await begin(false).presented).toEqual({ type: 'passkey_refused', call: 7, failure })
    expect(reported).toHaveLength(reports)
  })

  it('ends if another script requests a passkey, and if the browser lacks autofill after all', async () => {
    const aborted = prepare(() => Promise.reject(new DOMException('Another one.', 'AbortError')))
    const empty = prepare(async () => null)
    for (const { begin, reported } of [aborted, empty]) {
      expect([await begin(true).presented, reported]).toEqual([{ type: 'passkey_displaced', call: 7 }, []])
    }
  })

  it('reports nothing after it was ended', async () => {
    const { begin, reported } = prepare(
      ({ signal }) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    )
    const { presented, end } = begin(true)
    end()
    expect([await presented, reported]).toEqual([null, []])
    // Even if the provider never responds.
    const silent = prepare(never).begin(true)
    silent.end()
    expect(await silent.presented).toBeNull()
  })

  it('settles its effect when another attempt replaces it and when it is ended', async () => {
    const { client } = prepare(never)
    const deps = {
      client,
      plan: {},
      reportError: () => undefined,
      beginSignIn: () => undefined,
    } as unknown as MethodDeps
    const settled: number[] = []
    const ask = (call: number) =>
      passkeyRunners.ask_passkey?.({ type: 'ask_passkey', call, isAutofill: true }, deps, () => settled.push(call))
    ask(1)
    ask(2)
    await expect.poll(() => settled).toEqual([1])
    passkeyRunners.end_passkey?.({ type: 'end_passkey' }, deps, () => undefined)
    await expect.poll(() => settled).toEqual([1, 2])
  })
})
