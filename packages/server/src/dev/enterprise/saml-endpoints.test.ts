import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readIdpMetadata } from '../../saml/idp-metadata.ts'
import { decodeMessage } from '../../saml/read-xml.ts'
import { postFields } from '../../saml/request.ts'
import { readResponse, type SamlResult } from '../../saml/response.ts'
import { createSelfSignedCertificate } from '../../saml/self-signed-certificate.ts'
import type { SigningIdentity } from '../../saml/sign-xml.ts'
import { spMetadataXml } from '../../saml/sp-metadata.ts'
import type { EnterpriseChoice } from './choice.ts'
import {
  acsUrl,
  authnRequest,
  baseUrl,
  choose,
  openEnterprise,
  postedBy,
  redirectTo,
  spEntityId,
  start,
} from './enterprise.suite.ts'
import type { FakeEnterprise } from './fake-enterprise.ts'
import { type EnterpriseFault, enterpriseFaults } from './faults.ts'
import { type EnterpriseIdpName, enterpriseIdpNames, enterpriseIdps } from './identity-providers.ts'

const sp = identity()
const signedMetadata = spMetadataXml({
  ...{ entityId: spEntityId, acsUrl, signingCertificates: [sp.certificate], encryptionCertificates: [] },
})
const ssoUrl = (idp: EnterpriseIdpName): string => `${baseUrl}/dev/enterprise/saml/${idp}/sso`

function identity(): SigningIdentity {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const certificate = createSelfSignedCertificate({
    ...{ privateKey, name: 'auth.example.com', notBefore: start, notAfter: start + 1, serial: Buffer.alloc(16, 1) },
  })
  return { privateKey, certificate }
}

/** Reads the response of the fake with our reader. */
async function read(
  enterprise: FakeEnterprise,
  idp: EnterpriseIdpName,
  response: Response,
  requestId = '_request',
): Promise<SamlResult> {
  const { fields } = await postedBy(response)
  const { entityId, certificates } = readIdpMetadata(await enterprise.metadata(idp), start)
  return readResponse(
    decodeMessage(fields.SAMLResponse ?? ''),
    {
      ...{ acsUrl, spEntityId, idpEntityId: entityId, certificates, expiredCertificate: 'refuse', sha1Until: null },
      ...{ decryptionKeys: [], requiredAttributes: [enterpriseIdps[idp].saml.emailAttribute] },
    },
    { now: start, requestId },
  )
}

async function respond(idp: EnterpriseIdpName, choice: EnterpriseChoice): Promise<SamlResult> {
  const enterprise = openEnterprise()
  return read(enterprise, idp, await enterprise.fetch(choose(redirectTo({ destination: ssoUrl(idp) }), choice)))
}

const attributesOf = (result: SamlResult): Record<string, readonly string[]> =>
  result.kind === 'accepted' ? Object.fromEntries(result.assertion.attributes) : {}

describe('a fake SAML identity provider', () => {
  it('shows a page for a request, and posts the response with RelayState to the ACS', async () => {
    const enterprise = openEnterprise()
    const page = await (await enterprise.fetch(new Request(redirectTo()))).text()
    expect(page).toContain('Sign in with Okta')
    const { action, fields } = await postedBy(await enterprise.fetch(choose(redirectTo(), { person: 'ada' })))
    expect([action, fields.RelayState]).toEqual([acsUrl, 'state-1'])
  })

  it('takes a request by the POST binding, which the page repeats', async () => {
    const enterprise = openEnterprise()
    const fields = postFields(authnRequest())
    const shown = await enterprise.fetch(
      new Request(ssoUrl('okta'), { method: 'POST', body: new URLSearchParams(fields) }),
    )
    expect(await shown.text()).toContain(`<input type="hidden" name="SAMLRequest" value="${fields.SAMLRequest}">`)
    const response = await enterprise.fetch(choose(ssoUrl('okta'), { person: 'ada' }, fields))
    expect(await read(enterprise, 'okta', response)).toMatchObject({ kind: 'accepted' })
  })

  it('writes people down as Okta, Entra and others do', async () => {
    const choice: EnterpriseChoice = { person: 'ada', groups: ['Admins', 'a&b'], secondFactor: true }
    const results = await Promise.all(enterpriseIdpNames.map((idp) => respond(idp, choice)))
    const assertions = results.map((result) => (result.kind === 'accepted' ? result.assertion : null))
    expect(assertions.map((one) => [one?.nameId, one?.authnContext])).toEqual([
      ['ada@acme.test', 'https://refeds.org/profile/mfa'],
      [
        expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        'urn:oasis:names:tc:SAML:2.0:ac:classes:Password',
      ],
      [expect.stringMatching(/^[0-9a-f]{32}$/), 'https://refeds.org/profile/mfa'],
    ])
    const [okta, entra, generic] = results.map(attributesOf)
    expect([okta, generic]).toEqual([
      { email: ['ada@acme.test'], firstName: ['Ada'], lastName: ['Lovelace'], groups: ['Admins', 'a&b'] },
      {
        ...{ mail: ['ada@acme.test'], givenName: ['Ada'], sn: ['Lovelace'], displayName: ['Ada Lovelace'] },
        memberOf: ['Admins', 'a&b'],
      },
    ])
    expect(entra).toMatchObject({
      'http://schemas.microsoft.com/identity/claims/tenantid': ['3f6d0c5e-0000-4000-8000-0000000ac3e0'],
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': ['ada@acme.test'],
      'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups': [
        expect.stringMatching(/^[0-9a-f-]{36}$/),
        expect.stringMatching(/^[0-9a-f-]{36}$/),
      ],
    })
  })

  it('reports the groups of the directory, a list, or no group', async () => {
    const groupsOf = async (choice: EnterpriseChoice) => attributesOf(await respond('okta', choice)).groups
    expect([
      await groupsOf({ person: 'grace' }),
      await groupsOf({ person: 'grace', groups: ['Sales'] }),
      await groupsOf({ person: 'grace', groups: [] }),
      await groupsOf({ person: { email: 'zed@example.net', name: 'Zed' } }),
    ]).toEqual([['Everyone', 'Engineering'], ['Sales'], undefined, undefined])
  })

  it.each(
    enterpriseIdpNames.flatMap((idp) =>
      Object.entries(enterpriseFaults).map(([fault, { code }]) => [idp, fault, code]),
    ),
  )('of %s with the fault %s gets the diagnosis %s', async (idp, fault, code) => {
    const result = await respond(idp as EnterpriseIdpName, { person: 'ada', fault: fault as EnterpriseFault })
    const failed = result.checks.filter(({ outcome }) => outcome !== 'passed').map((check) => check.code)
    expect([result.kind, failed]).toEqual(['refused', [code]])
  })

  it('has the clock of the provider', async () => {
    let now = start
    const enterprise = openEnterprise({ now: () => now })
    now += 3_600_000
    const result = await read(enterprise, 'okta', await enterprise.fetch(choose(redirectTo(), { person: 'ada' })))
    expect(result).toMatchObject({ kind: 'refused', code: 'not_yet_valid' })
  })

  it.each([
    ['before', 1, 0],
    ['announced', 2, 0],
    ['switched', 2, 1],
    ['after', 1, 0],
  ] as const)('replaces its certificate: %s', async (stage, published, signer) => {
    const enterprise = openEnterprise()
    await enterprise.setCertificateStage('okta', stage)
    const { certificates } = readIdpMetadata(await enterprise.metadata('okta'), start)
    const valid = certificates.filter(({ notAfter }) => notAfter > start)
    const result = await read(enterprise, 'okta', await enterprise.fetch(choose(redirectTo(), { person: 'ada' })))
    const used = result.kind === 'accepted' ? result.certificates.map(({ fingerprint }) => fingerprint) : []
    expect([valid.length, used]).toEqual([published, [valid[signer]?.fingerprint]])
  })

  it('publishes a certificate that has expired, at every position of the clock since 2021', async () => {
    const { certificates } = readIdpMetadata(await openEnterprise().metadata('okta'), start)
    expect(certificates.filter(({ notAfter }) => notAfter < Date.UTC(2021, 0, 2))).toHaveLength(1)
  })
})

describe('a request to a fake SAML identity provider', () => {
  const signing = () =>
    openEnterprise({ readMetadata: async (entityId) => (entityId === spEntityId ? signedMetadata : null) })
  const status = async (enterprise: FakeEnterprise, request: Request) => (await enterprise.fetch(request)).status
  const posted = (fields: Record<string, string>): Request =>
    new Request(ssoUrl('okta'), { method: 'POST', body: new URLSearchParams(fields) })

  it('is accepted with the signature of the metadata, in both bindings', async () => {
    expect([
      await status(signing(), new Request(redirectTo({ signer: sp }))),
      await status(signing(), choose(redirectTo({ signer: sp }), { person: 'ada' })),
      await status(signing(), posted(postFields(authnRequest({ signer: sp })))),
    ]).toEqual([200, 200, 200])
  })

  it('is rejected without the signature, with one of another key, or with a changed one', async () => {
    const other = identity()
    const signed = postFields(authnRequest({ signer: sp }))
    const changed = Buffer.from(
      Buffer.from(signed.SAMLRequest, 'base64').toString().replace('ID="_request"', 'ID="_request" ForceAuthn="true"'),
    ).toString('base64')
    const url = new URL(redirectTo({ signer: sp }))
    url.searchParams.set('RelayState', 'another')
    expect([
      await status(signing(), new Request(redirectTo())),
      await status(signing(), new Request(redirectTo({ signer: other }))),
      await status(signing(), new Request(url)),
      await status(signing(), posted(postFields(authnRequest()))),
      await status(signing(), posted(postFields(authnRequest({ signer: other })))),
      await status(signing(), posted({ ...signed, SAMLRequest: changed })),
      // Without metadata there is no certificate that could verify it.
      await status(openEnterprise(), new Request(redirectTo({ signer: sp }))),
    ]).toEqual([400, 400, 400, 400, 400, 400, 400])
  })

  it.each([
    [{ acsUrl: 'https://evil.example/v1/sso/callback/x' }, 'AssertionConsumerServiceURL'],
    [{ acsUrl: `${baseUrl}/v1/sso/callback/../../dev/inbox` }, 'AssertionConsumerServiceURL'],
    [{ destination: `${baseUrl}/dev/enterprise/saml/entra/sso` }, 'Destination'],
    [{ spEntityId: '' }, 'Issuer'],
    [{ id: '1"><x' }, 'ID'],
  ])('with %j is rejected without a response', async (change, problem) => {
    const url = redirectTo(change).replace('/saml/entra/', '/saml/okta/')
    const response = await openEnterprise().fetch(choose(url, { person: 'ada' }))
    const page = await response.text()
    expect([response.status, page.includes(problem), page.includes('SAMLResponse')]).toEqual([400, true, false])
  })

  it('is rejected for an ACS that the metadata does not have', async () => {
    const request = { signer: sp, acsUrl: `${baseUrl}/v1/sso/callback/connection-2` }
    expect(await status(signing(), new Request(redirectTo(request)))).toBe(400)
  })
})

describe('the application tile', () => {
  const tile = `${baseUrl}/dev/enterprise/tile/okta?acs=${encodeURIComponent(acsUrl)}`

  it('posts a response without a request', async () => {
    const enterprise = openEnterprise()
    expect(await (await enterprise.fetch(new Request(tile))).text()).toContain('Sign in with Okta')
    const { action, fields } = await postedBy(await enterprise.fetch(choose(tile, { person: 'ada' })))
    const xml = decodeMessage(fields.SAMLResponse ?? '')
    expect([action, Object.keys(fields), xml.includes('InResponseTo'), xml.includes(spEntityId)]).toEqual([
      acsUrl,
      ['SAMLResponse'],
      false,
      true,
    ])
  })

  it('starts a session that responds to the next request without the page, once', async () => {
    const enterprise = openEnterprise()
    const opened = await enterprise.fetch(choose(tile, { person: 'grace', groups: ['Sales'] }))
    const [cookie = ''] = (opened.headers.get('set-cookie') ?? '').split(';')
    const request = (change = {}): Request => new Request(redirectTo(change), { headers: { cookie } })
    const response = await enterprise.fetch(request())
    const ended = response.headers.get('set-cookie')
    expect(attributesOf(await read(enterprise, 'okta', response))).toMatchObject({
      email: ['grace@acme.test'],
      groups: ['Sales'],
    })
    expect(ended).toContain('Max-Age=0')
    expect(await (await enterprise.fetch(request({ forceAuthn: true }))).text()).toContain('type="radio"')
  })

  it.each(['', 'https://evil.example/', `${baseUrl}/v1/sso/callback/../x`])('rejects the ACS %j', async (acs) => {
    const url = `${baseUrl}/dev/enterprise/tile/okta?acs=${encodeURIComponent(acs)}`
    expect((await openEnterprise().fetch(choose(url, { person: 'ada' }))).status).toBe(400)
  })
})
