import { describe, expect, it } from 'vitest'
import { createClient } from '../create-client.ts'
import { api, makeBootstrap, publicToken, rejection } from '../test-setup.suite.ts'
import { createB2bSetup, intermediateCookie, makeDiscovered, makeMemberAuth, signInMember } from './b2b-setup.suite.ts'
import { createB2bClient } from './create-b2b-client.ts'

const minutes = { session_duration_minutes: 30 }
const page = 'https://app.example.com/in?team=a'
const urlOf = (type: string): string => `${page}&token=link-1&latchkey_token_type=${type}`

/** A browser that has requested a link. */
async function requested(type: string) {
  const setup = createB2bSetup()
  setup.script.on('/b2b/magic_links/email/discovery/send', { data: {} })
  setup.script.on('/b2b/magic_links/authenticate', { data: makeMemberAuth('s1') })
  setup.script.on('/b2b/magic_links/discovery/authenticate', { data: makeDiscovered('ist-1') })
  await setup.open().client.magicLinks.email.discovery.send({ email_address: 'ada@example.com' })
  return { setup, ...setup.open({ href: urlOf(type) }) }
}

describe('the token in the URL', () => {
  it('of a link for an organization signs in [B-SES-16]', async () => {
    const { setup, client, tab } = await requested('multi_tenant_magic_links')
    expect(client.parseAuthenticateUrl()).toMatchObject({ token: 'link-1', handled: true })
    const found = await client.authenticateByUrl(minutes)
    expect(found).toMatchObject({ tokenType: 'multi_tenant_magic_links', data: { member_authenticated: true } })
    expect(tab.platform.location.href).toBe(page)
    expect(setup.script.to('/b2b/magic_links/authenticate')[0]?.body).toMatchObject({
      magic_links_token: 'link-1',
      ...minutes,
    })
  })

  it('of a link for discovery proves the address [B-SES-16]', async () => {
    const { setup, client, tab } = await requested('discovery')
    const found = await client.authenticateByUrl(minutes)
    expect(found).toMatchObject({ tokenType: 'discovery', data: { email_address: 'ada@example.com' } })
    expect([intermediateCookie(setup), tab.platform.location.href]).toEqual(['ist-1', page])
  })

  it('of a password reset stays for the page that asks for a password [B-SES-16]', async () => {
    const { client, tab } = await requested('reset_password')
    expect(client.parseAuthenticateUrl()).toMatchObject({ tokenType: 'reset_password', handled: false })
    expect(await client.authenticateByUrl(minutes)).toBeNull()
    expect(tab.platform.location.href).toBe(urlOf('reset_password'))
  })

  it('of an impersonation signs the operator in after a press of a button [B-SES-16]', async () => {
    const { setup, client, tab } = await requested('impersonation')
    setup.script.on('/b2b/impersonation/authenticate', { data: makeMemberAuth('s1') })
    expect(client.parseAuthenticateUrl()).toMatchObject({ tokenType: 'impersonation', handled: true })
    expect(await rejection(client.authenticateByUrl(minutes))).toMatchObject({ kind: 'confirmation_required' })
    tab.press()
    const found = await client.authenticateByUrl(minutes)
    expect(found).toMatchObject({ tokenType: 'impersonation', data: { member_authenticated: true } })
  })

  it('of a consumer project is recognized and not redeemed [B-SES-16]', async () => {
    const { client, tab } = await requested('magic_links')
    expect(client.parseAuthenticateUrl()).toMatchObject({ tokenType: 'magic_links', handled: false })
    expect(await client.authenticateByUrl(minutes)).toBeNull()
    expect(tab.platform.location.href).toBe(urlOf('magic_links'))
  })

  it('is an error that the provider sent instead of a token [B-SES-16]', async () => {
    const setup = createB2bSetup()
    const { client, tab } = setup.open({
      href: `${page}&latchkey_token_type=multi_tenant_magic_links&latchkey_error=unable_to_auth_magic_link`,
    })
    expect(client.parseAuthenticateUrl()).toMatchObject({ token: '', errorType: 'unable_to_auth_magic_link' })
    expect(await rejection(client.authenticateByUrl(minutes))).toMatchObject({
      error_type: 'unable_to_auth_magic_link',
    })
    expect(tab.platform.location.href).toBe(page)
  })

  it('is kept for a confirmation in a browser that did not request the link', async () => {
    const setup = createB2bSetup()
    setup.script.on('/b2b/magic_links/discovery/authenticate', { data: makeDiscovered('ist-1') })
    const { client, tab } = setup.open({ href: urlOf('discovery') })
    expect(await rejection(client.authenticateByUrl(minutes))).toMatchObject({ kind: 'confirmation_required' })
    tab.install({ navigator: { ...tab.platform.navigator, userActivation: { isActive: true } } })
    expect((await client.authenticateByUrl(minutes))?.tokenType).toBe('discovery')
  })
})

describe('createB2bClient', () => {
  it('returns the same instance for the same options, with the new callbacks', async () => {
    const setup = createB2bSetup()
    const { platform } = setup.profile.openTab()
    const seen: unknown[] = []
    const open = (label: string) =>
      createB2bClient(publicToken, {
        domains: { testApi: api },
        platform,
        callbacks: { onStateChange: ({ member }) => seen.push([label, member?.member_id]) },
      })
    const client = open('first')
    expect(open('second')).toBe(client)
    await signInMember(setup, client)
    expect(seen).toEqual([['second', 'member-test-ada']])
    client.dispose()
    expect(open('third')).not.toBe(client)
  })

  it.each([
    ['CONSUMER', 'B2B', true],
    ['B2B', 'B2B', false],
    ['B2B', 'CONSUMER', true],
    ['CONSUMER', 'CONSUMER', false],
  ] as const)('warns of a project of the other kind: project %s, client %s', async (vertical, kind, isWarned) => {
    const setup = createB2bSetup()
    setup.script.on(`/projects/bootstrap/${publicToken}`, { data: makeBootstrap({ vertical }) })
    const tab = setup.profile.openTab()
    const options = { domains: { testApi: api }, platform: tab.platform }
    const { bootstrap } = kind === 'B2B' ? createB2bClient(publicToken, options) : createClient(publicToken, options)
    await bootstrap.get()
    // The text is in a separate chunk.
    await import('../diagnostics/explain-bootstrap.ts')
    await Promise.resolve()
    const warnings = tab.log.filter(({ text }) => text.includes('business project'))
    expect(warnings).toHaveLength(isWarned ? 1 : 0)
  })
})
