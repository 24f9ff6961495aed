import { expect, it } from 'vitest'
import { rejection } from '../../../test-setup.suite.ts'
import { createB2bSetup, makeMemberAuth } from '../../b2b-setup.suite.ts'

const path = '/b2b/impersonation/authenticate'

it('starts the session of a member with an impersonation token after a press of a button', async () => {
  const setup = createB2bSetup()
  setup.script.on(path, { data: makeMemberAuth('s1') })
  const { client, tab } = setup.open()
  const error = await rejection(client.impersonation.authenticate({ impersonation_token: 'token-1' }))
  expect([error, setup.script.to(path)]).toMatchObject([{ kind: 'confirmation_required' }, []])
  tab.press()
  await client.impersonation.authenticate({ impersonation_token: 'token-1' })
  expect(setup.script.to(path).map(({ body }) => body)).toEqual([{ impersonation_token: 'token-1' }])
  expect(client.session.getSync()?.member_session_id).toBe('member-session-test-s1')
})

it('checks the impersonation token of a member first', async () => {
  const setup = createB2bSetup()
  const { authenticate } = setup.open().client.impersonation
  expect((await rejection(authenticate({ impersonation_token: 7 as never }))).message).toBe(
    'Invalid call to impersonation.authenticate\nimpersonation_token must be a string',
  )
  expect(setup.script.to(path)).toEqual([])
})
