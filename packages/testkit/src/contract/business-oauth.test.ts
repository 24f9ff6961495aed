import { b2bOAuthProviders } from '@latchkey/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BusinessTestkit, createBusinessTestkit } from '../business-testkit.ts'

const minutes = { session_duration_minutes: 30 }

let kit: BusinessTestkit
beforeAll(async () => {
  kit = await createBusinessTestkit()
})
afterAll(() => kit.close())

describe('OAuth of members, with the client and the fakes', () => {
  it.each(b2bOAuthProviders.filter((provider) => provider !== 'hubspot'))(
    'signs Ada in to Acme with %s, and with both flows [B-OAU-03] [B-OAU-04]',
    async (provider) => {
      const { client, tab } = kit.openBrowser()
      const { organization_id } = kit.acme
      await client.oauth[provider].start({ organization_id })
      tab.navigate(await kit.identityProviders.follow(tab.href(), { account: 'ada-acme' }))
      expect(await client.authenticateByUrl(minutes)).toMatchObject({
        tokenType: 'oauth',
        data: { organization: { organization_id }, member: { email_address: 'ada@acme.test' } },
      })
      await client.session.revoke()

      await client.oauth[provider].discovery.start()
      tab.navigate(await kit.identityProviders.follow(tab.href(), { account: 'ada-acme' }))
      const found = await client.authenticateByUrl(minutes)
      expect(found).toMatchObject({ tokenType: 'discovery_oauth', data: { email_address: 'ada@acme.test' } })
      await client.discovery.intermediateSessions.exchange({ organization_id, ...minutes })
      expect(client.organization.getSync()?.organization_id).toBe(organization_id)
      const factors = client.session.getSync()?.authentication_factors.map((factor) => factor.delivery_method)
      expect(factors).toEqual([`oauth_${provider}`])
    },
  )

  it('gives an account the tenants of the test', async () => {
    const { client, tab } = kit.openBrowser()
    await client.oauth.github.start({ organization_slug: 'acme' })
    const who = { email: 'ada@acme.test', name: 'Ada Lovelace', tenants: ['acme', '77'] }
    tab.navigate(await kit.identityProviders.follow(tab.href(), who))
    const found = await client.authenticateByUrl(minutes)
    const member = found && 'member' in found.data ? found.data.member : null
    expect(
      member?.oauth_registrations.find(({ provider_type }) => provider_type === 'github')?.provider_tenants,
    ).toEqual([...['2001', '77']])
  })
})
