import { adminEndpoints } from '@latchkey/contract/admin'
import { explainSamlResponse, redirectUrl } from '@latchkey/server/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { createBusinessTestkit, type Testkit } from './index.ts'

const kits: Pick<Testkit, 'close'>[] = []
async function open() {
  const kit = await createBusinessTestkit()
  kits.push(kit)
  return kit
}
afterEach(async () => {
  for (const kit of kits.splice(0)) await kit.close()
})

const baseUrl = 'https://auth.example.com'
const acsUrl = `${baseUrl}/v1/sso/callback/connection-1`
const entityId = `${baseUrl}/v1/sso/metadata/connection-1`
type Kit = Awaited<ReturnType<typeof open>>

/** The redirect of a connection to Okta. */
function requestOf({ enterprise, clock }: Kit): string {
  return redirectUrl({
    ...{ id: '_request', issuedAt: clock.now(), destination: enterprise.addresses('okta').saml.ssoUrl, acsUrl },
    ...{ spEntityId: entityId, forceAuthn: false, relayState: 'a "state" & more', signer: null },
  })
}

async function explain(kit: Kit, response: string, requestId?: string) {
  const metadata = await kit.enterprise.saml.metadata('okta')
  return explainSamlResponse({
    ...{ response, metadata, acsUrl, entityId, requestId, now: kit.clock.now(), requiredAttributes: ['email'] },
    decryptionKeys: [],
  })
}

describe('kit.enterprise', () => {
  it('responds to a SAML request for a person with groups, without a browser', async () => {
    const kit = await open()
    const choice = { person: 'grace', groups: ['Admins'] } as const
    const response = await kit.enterprise.saml.respond(requestOf(kit), choice)
    const result = await explain(kit, response.fields.SAMLResponse ?? '', '_request')
    expect([response.acsUrl, response.fields.RelayState, result.accepted]).toEqual([acsUrl, 'a "state" & more', true])
    expect(result.attributes).toMatchObject({ email: ['grace@acme.test'], groups: ['Admins'] })
  })

  it('responds with a fault, and by the clock of the testkit', async () => {
    const kit = await open()
    const failed = async (choice: Parameters<Kit['enterprise']['saml']['respond']>[1]) => {
      const { fields } = await kit.enterprise.saml.respond(requestOf(kit), choice)
      const { checks } = await explain(kit, fields.SAMLResponse ?? '')
      return checks.filter(({ outcome }) => outcome !== 'passed').map(({ code }) => code)
    }
    expect(await failed({ person: 'ada', fault: 'wrong_audience' })).toEqual(['audience'])
    await kit.clock.advance(24 * 3_600_000)
    expect(await failed({ person: 'ada' })).toEqual([])
  })

  it('opens the application tile, and replaces the certificate', async () => {
    const kit = await open()
    const tile = await kit.enterprise.saml.openTile('okta', acsUrl, { person: { email: 'zed@example.net' } })
    const { nameId } = await explain(kit, tile.fields.SAMLResponse ?? '', '_request')
    expect([tile.acsUrl, nameId]).toEqual([acsUrl, null])
    const before = await kit.enterprise.saml.metadata('okta')
    await kit.enterprise.saml.setCertificateStage('okta', 'announced')
    const after = await kit.enterprise.saml.metadata('okta')
    expect([before, after].map((xml) => xml.split('<ds:X509Certificate>').length - 1)).toEqual([2, 3])
    expect(await (await open()).enterprise.saml.metadata('okta')).toBe(before)
  })

  it('responds to an authorization URL with a code for a registered client, or with the error of a fault', async () => {
    const { enterprise } = await open()
    const { issuer } = enterprise.addresses('entra').oidc
    await enterprise.oidc.registerClient('entra', { clientId: 'app-1', clientSecret: 'secret-1' })
    const query = new URLSearchParams({
      ...{ client_id: 'app-1', redirect_uri: acsUrl, response_type: 'code', scope: 'openid', state: 's', nonce: 'n' },
      // RFC 7636, appendix B.
      ...{ code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' },
    })
    const landing = new URL(await enterprise.oidc.respond(`${issuer}/authorize?${query}`, { person: 'ada' }))
    expect([`${landing.origin}${landing.pathname}`, [...landing.searchParams.keys()]]).toEqual([
      acsUrl,
      ['code', 'state'],
    ])
    const refused = await enterprise.oidc.respond(`${issuer}/authorize?${query}`, {
      person: 'ada',
      fault: 'not_assigned',
    })
    expect(new URL(refused).searchParams.get('error')).toBe('access_denied')
    await expect(enterprise.oidc.respond(`${issuer}/authorize`, { person: 'ada' })).rejects.toThrow('client_id')
  })

  /** An active connection of Acme to Okta. */
  async function connect({ administration, project, acme, enterprise }: Kit, protocol: 'saml' | 'oidc') {
    const { organization_id } = acme
    const call = { project, params: { organization_id } }
    if (protocol === 'saml') {
      const created = await administration.call(adminEndpoints.adminSsoCreateSaml, { ...call, request: {} })
      const { connection_id } = created.connection
      const request = { metadata_xml: await enterprise.saml.metadata('okta') }
      const params = { organization_id, connection_id }
      await administration.call(adminEndpoints.adminSsoUpdateSaml, { project, params, request })
      return connection_id
    }
    const created = await administration.call(adminEndpoints.adminSsoCreateOidc, { ...call, request: {} })
    const { connection_id } = created.connection
    const { issuer, clientId: client_id, clientSecret: client_secret } = enterprise.addresses('okta').oidc
    const params = { organization_id, connection_id }
    const request = { issuer, client_id, client_secret }
    await administration.call(adminEndpoints.adminSsoUpdateOidc, { project, params, request })
    return connection_id
  }

  it.each(['saml', 'oidc'] as const)(
    'follows a sign-in by %s from the start to the landing page, also with a fault [B-SSO-01]',
    async (protocol) => {
      const kit = await open()
      const { client, tab, enterprise } = kit
      const connection_id = await connect(kit, protocol)
      const page = 'https://app.example.com/'
      const land = async (choice: Parameters<Kit['enterprise']['follow']>[1]) => {
        await client.sso.start({ connection_id, login_redirect_url: page, signup_redirect_url: page })
        const landed = await enterprise.follow(tab.href(), choice)
        expect(landed.startsWith(page)).toBe(true)
        tab.navigate(landed)
        return client.authenticateByUrl({ session_duration_minutes: 30 })
      }
      const found = await land({ person: { email: 'zed@example.net' }, groups: ['Admins'] })
      expect(found?.data).toMatchObject({ member: { email_address: 'zed@example.net' }, member_session: {} })
      await client.session.revoke()
      await expect(land({ person: 'ada', fault: 'clock_behind' })).rejects.toMatchObject({
        ...{ error_type: 'sso_authentication_failed', error_details: { code: 'expired', connection_id } },
      })
    },
  )

  it('names the response to a start that is rejected', async () => {
    const { enterprise } = await open()
    await expect(enterprise.follow(`${baseUrl}/v1/public/sso/start`, { person: 'ada' })).rejects.toThrow(
      'The start was rejected',
    )
  })
})
