import { createTestkit } from '@latchkey/testkit'
import { expect, it } from 'vitest'
import { createRegistrationRunner } from './passkey-registration.effects.ts'
import type { RegistrationEvent } from './passkey-registration.flow.ts'

type User = ReturnType<Parameters<typeof createRegistrationRunner>[0]['client']['user']['getSync']>

it('does not show the passkeys of the previous user', async () => {
  const testkit = await createTestkit()
  const { client } = testkit
  const passkey = { webauthn_registration_id: 'passkey-1', name: 'Ada’s laptop', aaguid: '' }
  const createUser = (user_id: string) =>
    ({ user_id, webauthn_registrations: [passkey] }) as unknown as NonNullable<User>
  let current: User = createUser('ada')
  const events: RegistrationEvent[] = []
  const run = createRegistrationRunner({
    client: {
      ...client,
      user: {
        ...client.user,
        getSync: () => current,
        get: async () => ({ ...createUser('ada'), request_id: '', status_code: 200 }),
      },
    },
    clock: { now: () => 0 },
    callbacks: () => ({}),
  })
  const ask = async (call: number) => {
    run({ type: 'load_user', call }, (event) => event && events.push(event))
    await new Promise((resolve) => setTimeout(resolve))
  }
  await ask(1)
  current = null
  await ask(2)
  current = createUser('grace')
  await ask(3)
  expect(events.map((event) => ('call' in event ? event.call : 0))).toEqual([1, 2])
  await testkit.close()
})

it('does not repeat a skipped passkey dialog when the widget is mounted again', async () => {
  const testkit = await createTestkit()
  const { client } = testkit
  const signals: (AbortSignal | undefined)[] = []
  const run = createRegistrationRunner({
    client: {
      ...client,
      webauthn: {
        ...client.webauthn,
        register: (options?: { signal?: AbortSignal }) => {
          signals.push(options?.signal)
          return new Promise<never>(() => undefined)
        },
      },
    },
    clock: { now: () => 0 },
    callbacks: () => ({}),
  })
  const asked = { type: 'create_passkey', call: 2 } as const
  run(asked, () => undefined)
  run({ type: 'end_creation', call: 2 }, () => undefined)
  run(asked, () => undefined)
  run({ type: 'create_passkey', call: 3 }, () => undefined)
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false])
  await testkit.close()
})
