import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { type BusinessHarness, createBusinessHarness, dataOf } from '../../testing/business-harness.ts'
import { engines, openTestStorage } from '../../testing/harness.ts'

const ada = 'ada@globex.example'
const minutes = { session_duration_minutes: 30 }

describe.each(engines)('email codes of organizations on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const send = (harness: BusinessHarness, body: object) =>
    harness.call('POST', '/b2b/otps/email/login_or_signup', { email_address: ada, ...body })
  const enter = (harness: BusinessHarness, body: object) =>
    harness.call('POST', '/b2b/otps/email/authenticate', { email_address: ada, ...minutes, ...body })
  async function lastCode(harness: BusinessHarness): Promise<string> {
    return (await harness.lastMessage(ada)).codes[0] ?? ''
  }

  it.inTurn('signs in by a code of six digits [B-OTP-01] [B-OTP-02]', async () => {
    const harness = await createBusinessHarness(storage)
    const globex = await harness.addOrganization('globex')
    const member = await harness.addMember(globex, ada)
    expect((await send(harness, {})).outcome).toBe('schema_error')
    expect((await send(harness, { organization_id: globex.id, email_address: undefined })).outcome).toBe('schema_error')
    expect((await send(harness, { organization_id: 'organization-test-unknown' })).outcome).toBe(
      'organization_not_found',
    )
    expect((await send(harness, { organization_id: globex.id })).outcome).toBe('200')
    const code = await lastCode(harness)
    expect(code).toMatch(/^[0-9]{6}$/)
    const data = dataOf(await enter(harness, { organization_id: globex.id, code }))
    expect(data).toMatchObject({
      ...{ member_id: member.id, member_authenticated: true, method_id: expect.stringMatching(/^email-test-/) },
      member_session: {
        authentication_factors: [{ type: 'otp', delivery_method: 'email', sequence_order: 'PRIMARY' }],
      },
    })
  })

  it.inTurn('rejects a code of one organization in another one and by discovery [B-OTP-05]', async () => {
    const harness = await createBusinessHarness(storage)
    const globex = await harness.addOrganization('globex')
    const other = await harness.addOrganization('other')
    for (const organization of [globex, other]) await harness.addMember(organization, ada)
    await send(harness, { organization_id: globex.id })
    const code = await lastCode(harness)
    expect((await enter(harness, { organization_id: other.id, code })).outcome).toBe('otp_code_not_found')
    const discovery = await harness.call('POST', '/b2b/otps/email/discovery/authenticate', { email_address: ada, code })
    expect(discovery.outcome).toBe('otp_code_not_found')
    expect((await enter(harness, { organization_id: globex.id, code })).outcome).toBe('200')
  })

  it.inTurn('keeps the codes of an address apart by organization', async () => {
    const harness = await createBusinessHarness(storage)
    const globex = await harness.addOrganization('globex')
    const other = await harness.addOrganization('other')
    for (const organization of [globex, other]) await harness.addMember(organization, ada)
    await send(harness, { organization_id: globex.id })
    const code = await lastCode(harness)
    // A code for another organization does not void it.
    await send(harness, { organization_id: other.id })
    expect((await enter(harness, { organization_id: globex.id, code })).outcome).toBe('200')
  })
})
