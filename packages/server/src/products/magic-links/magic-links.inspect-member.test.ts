import { builtInRoleIds } from '@latchkey/contract/b2b'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { createBusinessHarness, dataOf } from '../../testing/business-harness.ts'
import { type Answer, engines, openTestStorage, tokenOf } from '../../testing/harness.ts'

const ada = 'ada@globex.example'
const eve = 'eve@other.example'
const dead = 'unable_to_auth_magic_link'

describe.each(engines)('the inspection of a link of a business project on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  /** An organization whose admin Ada has invited Eve. */
  async function open() {
    const harness = await createBusinessHarness(storage)
    const globex = await harness.addOrganization('globex')
    await harness.addMember(globex, ada, { roles: [builtInRoleIds.admin] })
    const { session_token: session } = await harness.signInTo(globex, ada)
    const call = (path: string, body: object | null, method = 'POST') =>
      harness.call(method as 'POST', `/b2b/${path}`, body, { session })
    const invited = dataOf(await call('magic_links/email/invite', { email_address: eve }))
    const token = tokenOf(await harness.lastMessage(eve))
    const inspect = (given = token): Promise<Answer> =>
      harness.call('POST', '/b2b/magic_links/inspect', { token: given })
    return { harness, globex, call, invited, token, inspect }
  }

  it.inTurn('returns the address and the organization, and redeems nothing', async () => {
    const { harness, globex, call, token, inspect } = await open()
    // Also for a caller with the session of another account.
    for (const answer of [await inspect(), await call('magic_links/inspect', { token })])
      expect(dataOf(answer)).toMatchObject({
        email_address: eve,
        organization: {
          ...{ organization_id: globex.id, organization_name: 'globex', organization_slug: 'globex' },
          organization_logo_url: '',
        },
        is_invitation: true,
      })
    const redeemed = await harness.call('POST', '/b2b/magic_links/authenticate', {
      ...{ magic_links_token: token, session_duration_minutes: 30 },
    })
    expect(dataOf(redeemed).member.email_address).toBe(eve)
    expect((await inspect()).outcome).toBe(dead)
  })

  it.inTurn('returns the address of a discovery link, which has no organization', async () => {
    const { harness, inspect } = await open()
    await harness.call('POST', '/b2b/magic_links/email/discovery/send', { email_address: eve })
    const data = dataOf(await inspect(tokenOf(await harness.lastMessage(eve))))
    expect(data).toMatchObject({ email_address: eve, organization: null, is_invitation: false })
  })

  it.inTurn('rejects a link that would not be accepted: of a suspended organization or a removed member', async () => {
    const suspended = await open()
    const { clock } = suspended.harness
    await storage.organizations.suspend(suspended.globex.projectId, suspended.globex.id, clock.now(), clock.now())
    expect((await suspended.inspect()).outcome).toBe(dead)
    const removed = await open()
    const { outcome } = await removed.call(`organizations/members/${removed.invited.member_id}`, null, 'DELETE')
    expect([outcome, (await removed.inspect()).outcome]).toEqual(['200', dead])
  })

  it.inTurn('rejects an unknown and an expired link, and the link of another project', async () => {
    const { harness, inspect } = await open()
    const other = await open()
    const unknown = [await inspect('unknown'), await inspect(other.token)]
    harness.clock.advance(365 * 24 * 3_600_000)
    expect([...unknown, await inspect()].map(({ outcome }) => outcome)).toEqual([dead, dead, dead])
  })

  it.inTurn('rejects a link that is bound to the browser that requested it', async () => {
    const { harness, globex, inspect } = await open()
    await harness.call('POST', '/b2b/magic_links/email/login_or_signup', {
      ...{ organization_id: globex.id, email_address: ada },
      pkce_code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    })
    expect((await inspect(tokenOf(await harness.lastMessage(ada)))).outcome).toBe('pkce_mismatch')
  })
})
