import { describe, expect, it } from 'vitest'
import { readIdpMetadata } from '../../saml/idp-metadata.ts'
import { messageRules, readXml } from '../../saml/read-xml.ts'
import { baseUrl, choose, openEnterprise, postedBy, redirectTo, start } from './enterprise.suite.ts'

const texts = [
  ...['', '%', 'null', '[]', '{"', '<x', '"><script>alert(1)</script>', '__proto__', 'ｉ😀', '\u202e', '\ufffe'],
  ...['\u0000\u0001', 'Bearer a', 'a=b; c', 'a'.repeat(300_000)],
]
const names = [
  ...['SAMLRequest', 'RelayState', 'Signature', 'SigAlg', 'person', 'email', 'name', 'groups', 'fault', 'stage'],
  ...['identity_provider', 'client_id', 'redirect_uri', 'scope', 'state', 'nonce', 'code', 'code_verifier'],
  ...['grant_type', 'client_assertion', 'client_secret', 'acs', 'audience'],
]
const paths = [
  ...[
    '',
    '/',
    '/certificates',
    '/clients',
    '/style.css',
    '/saml/okta/metadata',
    '/saml/okta/sso',
    '/tile/okta',
    '/tile',
  ],
  ...['/saml', '/saml/%2e%2e/sso', '/saml/constructor/sso', '/oidc/okta/.well-known/openid-configuration', '//okta'],
  ...['/oidc/entra/jwks', '/oidc/entra/authorize', '/oidc/entra/token', '/oidc/entra/userinfo', '/oidc/x/token'],
]
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const base64 = (text: string): string => encodeURIComponent(Buffer.from(text).toString('base64'))

function requestsTo(target: string): Request[] {
  const post = (body: string | URLSearchParams, headers: Record<string, string> = {}, query = ''): Request =>
    new Request(`${target}?${query}`, { method: 'POST', body, headers })
  return [
    ...['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'].map((method) => new Request(target, { method })),
    post('person=ada&person=grace', form),
    ...texts.flatMap((text) => {
      const query = String(new URLSearchParams(names.map((name) => [name, text.slice(0, 300)])))
      const fields = new URLSearchParams(names.map((name) => [name, text.slice(0, 20_000)]))
      const credentials = Buffer.from(text.slice(0, 300)).toString('base64')
      return [
        new Request(`${target}?${query}`, { headers: { authorization: `Bearer ${credentials}` } }),
        new Request(`${target}?SAMLRequest=${base64(text.slice(0, 300))}&SAMLRequest=x`),
        new Request(target, { headers: { cookie: `latchkey-enterprise-okta=${credentials}` } }),
        post(fields, { authorization: `Basic ${credentials}` }),
        post(fields, {}, query),
        post(text, { 'content-type': 'application/json' }),
        post(`SAMLRequest=${base64(text)}`, form),
        post(`SAMLRequest=${base64(text)}&person=ada`, form),
      ]
    }),
  ]
}

describe('hostile input to the enterprise identity providers', () => {
  it.each(paths)('at %j gets a response', async (path) => {
    const enterprise = openEnterprise()
    const failed: unknown[] = []
    for (const request of requestsTo(`${baseUrl}/dev/enterprise${path}`)) {
      // An error would become a response in the listener.
      const { status } = await enterprise.fetch(request).catch((error: unknown) => ({ status: String(error) }))
      if (typeof status === 'string' || status >= 500) failed.push([status, request.method, request.url.slice(0, 100)])
    }
    expect(failed).toEqual([])
  })

  it('in a choice gets a problem as text, or a response that can be read', async () => {
    const enterprise = openEnterprise()
    const outcomes = new Map<string, number[]>()
    for (const text of texts.map((one) => one.slice(0, 30_000)))
      for (const [kind, choice] of Object.entries({
        email: { person: { email: `${text}@x.test` } },
        name: { person: { email: 'a@x.test', name: text } },
        group: { person: 'ada' as const, groups: [text] },
        groups: {
          person: 'ada' as const,
          groups: Array.from({ length: 400 }, (_, index) => `<&"${index}${text.slice(0, 150)}`),
        },
      })) {
        const response = await enterprise.fetch(choose(redirectTo(), choice))
        outcomes.set(kind, [...(outcomes.get(kind) ?? []), response.status])
        if (response.status === 200) {
          const { fields } = await postedBy(response)
          readXml(Buffer.from(fields.SAMLResponse ?? '', 'base64').toString(), messageRules)
        } else expect(await response.text()).toMatch(/Enter the email|too long|control characters|characters\./)
      }
    expect([...outcomes].map(([kind, statuses]) => [kind, [...new Set(statuses)].sort()])).toEqual([
      ['email', [200, 400]],
      ['name', [200, 400]],
      ['group', [200, 400]],
      ['groups', [200, 400]],
    ])
  })

  it('does not change the metadata', async () => {
    const enterprise = openEnterprise()
    const body = new URLSearchParams({ identity_provider: 'okta', stage: 'constructor' })
    const changed = await enterprise.fetch(
      new Request(`${baseUrl}/dev/enterprise/certificates`, { method: 'POST', body }),
    )
    const { certificates } = readIdpMetadata(await enterprise.metadata('okta'), start)
    expect([changed.status, certificates.length]).toEqual([400, 2])
  })
})
