import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { messagesTo, newestMessage } from '../provider.ts'
import { prepareClient } from './client-setup.ts'

/** The business project of the development provider, where Ada is a member of Acme. */
const publicToken = 'public-token-test-22222222-2222-4222-8222-222222222222'
const email = 'ada@acme.test'

const setup = prepareClient()

/** Opens a page whose business client keeps the session in its tab, and notes where other tabs are. */
async function openTab(): Promise<Page> {
  const page = await setup.open()
  await startClient(page)
  return page
}

async function startClient(page: Page): Promise<void> {
  await page.evaluate(
    ([token = '', testApi = '']) => {
      const client = host.createB2bClient(token, { domains: { testApi }, session: 'tab' })
      const seen: string[] = []
      client.session.onOtherTab((organizationId) => seen.push(organizationId))
      Object.assign(host, { business: client })
      Object.assign(globalThis, { seen })
    },
    [publicToken, setup.provider.url],
  )
}

/** Proves the address of Ada, and resolves to the organizations that she can enter, by slug. */
async function prove(page: Page): Promise<Record<string, string>> {
  const send = (to: string): Promise<unknown> | undefined =>
    host.business?.otps.email.discovery.send({ email_address: to })
  const [before] = await messagesTo(setup.provider.url, email)
  await page.evaluate(send, email)
  const [code = ''] = (await newestMessage(setup.provider.url, email, before?.id)).codes
  return page.evaluate(
    async ([email_address = '', given = '']) => {
      const found = await host.business?.otps.email.discovery.authenticate({ email_address, code: given })
      return Object.fromEntries(
        found?.discovered_organizations.map(({ organization }) => [
          organization.organization_slug,
          organization.organization_id,
        ]) ?? [],
      )
    },
    [email, code],
  )
}

const enter = (page: Page, organization = '') =>
  page.evaluate(async (organization_id) => {
    const options = { organization_id, session_duration_minutes: 30 }
    if (host.business?.session.getSync()) await host.business.session.exchange(options)
    else await host.business?.discovery.intermediateSessions.exchange(options)
  }, organization)

const create = (page: Page, name: string) =>
  page.evaluate(async (organization_name) => {
    await host.business?.discovery.organizations.create({ organization_name, session_duration_minutes: 30 })
    return host.business?.organization.getSync()?.organization_id ?? ''
  }, name)

const organizationOn = (page: Page) => page.evaluate(() => host.business?.organization.getSync()?.organization_id)
const seenOn = (page: Page) => page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)

describe('the session of one tab in a real browser', () => {
  it('is in session storage under the id of its organization, and survives a reload [B-SES-14]', async () => {
    const page = await openTab()
    const { acme } = await prove(page)
    expect(await setup.context.cookies()).toEqual([])
    await enter(page, acme)
    const token = await page.evaluate(() => host.business?.session.getTokens()?.session_token ?? '')
    expect(token).not.toBe('')
    const [kept, shared] = await page.evaluate(() => [{ ...sessionStorage }, JSON.stringify(localStorage)] as const)
    expect(kept[`latchkey:session:${acme}:${publicToken}`]).toContain(token)
    expect(shared).not.toContain(token)
    expect(await setup.context.cookies()).toEqual([])
    await page.reload()
    await startClient(page)
    expect(await organizationOn(page)).toBe(acme)
    const refreshed = await page.evaluate(
      async () => (await host.business?.session.authenticate())?.member.email_address,
    )
    expect(refreshed).toBe(email)
    expect(await setup.context.cookies()).toEqual([])
  })

  it('stays in its organization when another tab switches, and gets the id of the other one [B-SES-15]', async () => {
    const first = await openTab()
    const { acme = '' } = await prove(first)
    const other = await create(first, 'Vehement')
    const second = await openTab()
    await prove(second)
    await enter(second, acme)
    await expect.poll(() => seenOn(first)).toEqual([acme])
    expect(await organizationOn(first)).toBe(other)

    await enter(first, acme)
    await enter(first, other)
    await expect.poll(() => seenOn(second)).toContain(other)
    expect([await organizationOn(first), await organizationOn(second)]).toEqual([other, acme])
    const refreshed = await second.evaluate(async () => (await host.business?.session.authenticate())?.organization)
    expect(refreshed?.organization_id).toBe(acme)
  })
})
