import { expect, it } from 'vitest'
import { createTestSetup, makeAuth, rejection } from '../../test-setup.suite.ts'

const path = '/impersonation/authenticate'

it('starts a session with an impersonation token after a press of a button [C-CALL-64]', async () => {
  const setup = createTestSetup()
  setup.script.on(path, { data: makeAuth('s1') })
  const { client, tab } = setup.open()
  const error = await rejection(client.impersonation.authenticate({ impersonation_token: 'token-1' }))
  expect([error, setup.script.to(path)]).toMatchObject([{ kind: 'confirmation_required' }, []])
  tab.press()
  await client.impersonation.authenticate({ impersonation_token: 'token-1' })
  expect(setup.script.to(path).map(({ body }) => body)).toEqual([{ impersonation_token: 'token-1' }])
  expect(client.session.getSync()?.session_id).toBe('session-test-s1')
})

it('checks the token first [C-VAL-07]', async () => {
  const setup = createTestSetup()
  const { authenticate } = setup.open().client.impersonation
  expect((await rejection(authenticate({ impersonation_token: 7 as never }))).message).toBe(
    'Invalid call to impersonation.authenticate\nimpersonation_token must be a string',
  )
  expect(setup.script.to(path)).toEqual([])
})
