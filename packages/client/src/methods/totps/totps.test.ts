import { describe, expect, it } from 'vitest'
import { createTestSetup, makeAuth, makeUser, rejection, signIn } from '../../test-setup.suite.ts'

const minutes = { session_duration_minutes: 30 }

function createHarness() {
  const setup = createTestSetup()
  setup.script.on('/totps/authenticate', { data: { ...makeAuth('s1'), totp_id: 'totp-test-1' } })
  setup.script.on('/totps/recover', { data: { ...makeAuth('s1'), totp_id: 'totp-test-1' } })
  const { client } = setup.open()
  const posts = (): unknown[] =>
    setup.script.sent.filter(({ path }) => path.startsWith('/totps')).map(({ path, body }) => [path, body])
  return { setup, client, posts }
}

describe('totps', () => {
  it('starts an enrollment and updates the stored user [C-CALL-44]', async () => {
    const { client, setup, posts } = createHarness()
    await signIn(setup, client)
    const user = makeUser('ada', { totps: [{ totp_id: 'totp-test-1', verified: false }] })
    const answer = { totp_id: 'totp-test-1', secret: 'S', qr_code: 'data:', recovery_codes: ['r'] }
    setup.script.on('/totps', { data: { ...answer, __user: user } })
    expect(await client.totps.create({ expiration_minutes: 60 })).toEqual({
      request_id: 'request-id-test-1',
      status_code: 200,
      ...answer,
    })
    expect(posts()).toEqual([['/totps', { expiration_minutes: 60 }]])
    expect(client.user.getSync()).toEqual(user)
  })

  it('verifies a code [C-CALL-45]', async () => {
    const { client, posts } = createHarness()
    expect((await client.totps.authenticate({ totp_code: '123456', ...minutes })).totp_id).toBe('totp-test-1')
    expect(posts()).toEqual([['/totps/authenticate', { totp_code: '123456', ...minutes }]])
    expect(client.session.getSync()?.session_id).toBe('session-test-s1')
  })

  it('returns the unused recovery codes [C-CALL-46]', async () => {
    const { client, setup, posts } = createHarness()
    const totps = [{ totp_id: 'totp-test-1', verified: true, recovery_codes: ['a', 'b'] }]
    setup.script.on('/totps/recovery_codes', { data: { user_id: 'user-test-ada', totps } })
    expect((await client.totps.recoveryCodes()).totps).toEqual(totps)
    expect(posts()).toEqual([['/totps/recovery_codes', null]])
  })

  it('accepts a recovery code instead of a code of the app [C-CALL-47]', async () => {
    const { client, posts } = createHarness()
    await client.totps.recover({ recovery_code: 'abcd', ...minutes })
    expect(posts()).toEqual([['/totps/recover', { recovery_code: 'abcd', ...minutes }]])
    expect(client.session.getSync()?.session_id).toBe('session-test-s1')
  })

  it('checks the arguments before a request [C-VAL-07] [C-VAL-26] [C-VAL-27] [C-VAL-28]', async () => {
    const { client, posts } = createHarness()
    const { authenticate, create, recover } = client.totps
    const messages = await Promise.all(
      [
        create({ expiration_minutes: '5' as never }),
        create(undefined as never),
        authenticate({ totp_code: 123456 as never, ...minutes }),
        authenticate({ totp_code: '123456' } as never),
        recover({ recovery_code: null as never, ...minutes }),
        recover({ recovery_code: 'a', session_duration_minutes: '30' as never }),
      ].map(async (call) => (await rejection(call)).message),
    )
    expect(messages).toEqual([
      'Invalid call to totps.create\nexpiration_minutes must be a number',
      'Invalid call to totps.create\nexpiration_minutes must be a number',
      'Invalid call to totps.authenticate\ntotp_code must be a string',
      'Invalid call to totps.authenticate\nsession_duration_minutes must be a number',
      'Invalid call to totps.recover\nrecovery_code must be a string',
      'Invalid call to totps.recover\nsession_duration_minutes must be a number',
    ])
    expect(posts()).toEqual([])
  })
})
