import { expect, it } from 'vitest'
import { rejection } from '../../../test-setup.suite.ts'
import { createB2bSetup, makeMemberAuth, signInMember, startDiscovery } from '../../b2b-setup.suite.ts'

const path = '/b2b/recovery_codes'
const ada = { organization_id: 'organization-test-acme', member_id: 'member-test-ada' }
const recovery_codes = ['abcde-fgh23']

it('signs in with a recovery code', async () => {
  const setup = createB2bSetup()
  const { client } = setup.open()
  await startDiscovery(setup, client)
  setup.script.on(`${path}/recover`, { data: { ...makeMemberAuth('s1'), recovery_codes_remaining: 9 } })
  const options = { ...ada, recovery_code: 'abcde-fgh23', session_duration_minutes: 30 }
  expect((await client.recoveryCodes.recover(options)).recovery_codes_remaining).toBe(9)
  expect(setup.script.to(`${path}/recover`)[0]?.body).toEqual({ ...options, intermediate_session_token: 'ist-1' })
  expect(client.self.getSync()?.member_id).toBe(ada.member_id)
})

it('reads and replaces the codes of the member', async () => {
  const setup = createB2bSetup()
  const { client } = setup.open()
  await signInMember(setup, client)
  setup.script.on(path, { data: { recovery_codes } })
  setup.script.on(`${path}/rotate`, { data: { recovery_codes: ['new'] } })
  expect((await client.recoveryCodes.get()).recovery_codes).toEqual(recovery_codes)
  expect((await client.recoveryCodes.rotate()).recovery_codes).toEqual(['new'])
  const sent = [...setup.script.to(path), ...setup.script.to(`${path}/rotate`)]
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'POST'])
  expect(client.session.getSync()).not.toBeNull()
})

it('checks the arguments of a recovery', async () => {
  const { recoveryCodes } = createB2bSetup().open().client
  const { message } = await rejection(recoveryCodes.recover(ada as never))
  expect(message).toBe('Invalid call to recoveryCodes.recover\nrecovery_code must be a string')
})
