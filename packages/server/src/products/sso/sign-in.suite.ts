import type { JsonObject } from '@latchkey/contract'
import { builtInRoleIds } from '@latchkey/contract/b2b'
import { sha256Hex } from '../../core/hash.ts'
import { newId } from '../../core/ids.ts'
import { type EnterpriseChoice, enterpriseForm } from '../../dev/enterprise/choice.ts'
import type { EnterpriseIdpName } from '../../dev/enterprise/identity-providers.ts'
import { readIdpMetadata } from '../../saml/idp-metadata.ts'
import { newSessionToken } from '../../sessions/session-token.ts'
import type { OrganizationRecord } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { sampleSession } from '../../storage/testing/sample.ts'
import { type BusinessHarness, createBusinessHarness } from '../../testing/business-harness.ts'
import { type Answer, type CallOptions, type HarnessOptions, random } from '../../testing/harness.ts'
import type { AnyConnection } from './sso.suite.ts'

const base = 'https://auth.example.com'
const generous = { limit: 1e6, windowMs: 60_000 }
const limits = { requests_per_ip: generous, challenges_per_ip: generous, sign_ins_per_ip: generous }

/** The kinds of connections to a fake identity provider. */
export const protocols = ['saml', 'oidc'] as const
export type Protocol = (typeof protocols)[number]

export interface SignInHarness extends BusinessHarness {
  acme: OrganizationRecord
  /** Adds an organization with an admin, who calls with the session. */
  addAdmin(organization: OrganizationRecord): Promise<string>
  connect(protocol: Protocol, options?: ConnectOptions): Promise<AnyConnection>
}

export interface ConnectOptions {
  idp?: EnterpriseIdpName
  organization?: OrganizationRecord
  /** Further fields of the connection. */
  fields?: JsonObject
}

/** A business project with an organization whose domain is verified, and connections to fakes of identity providers. */
export async function createSignInHarness(
  storage: Storage,
  options: HarnessOptions & { organization?: JsonObject } = {},
): Promise<SignInHarness> {
  const harness = await createBusinessHarness(storage, { ...options, config: { limits, ...options.config } })
  const acme = await harness.addOrganization('acme', options.organization)
  await verifyDomain(harness, acme, 'acme.test')
  const sessions = new Map<string, string>()
  async function addAdmin(organization: OrganizationRecord): Promise<string> {
    const session = await addAdminSession(harness, organization)
    sessions.set(organization.id, session)
    return session
  }
  return {
    ...{ ...harness, acme, addAdmin },
    connect: async (protocol, { idp = 'okta', organization = acme, fields = {} } = {}) =>
      connectTo(harness, sessions.get(organization.id) ?? (await addAdmin(organization)), { protocol, idp, fields }),
  }
}

/** The session of a new admin, which lasts long enough for every test. */
export async function addAdminSession(harness: BusinessHarness, organization: OrganizationRecord): Promise<string> {
  const { storage, clock } = harness
  const address = `sso-admin@${organization.slug}.example`
  const { account } = await harness.addMember(organization, address, { roles: [builtInRoleIds.admin] })
  const token = newSessionToken(random)
  const times = { startedAt: clock.now(), lastAccessedAt: clock.now(), expiresAt: clock.now() + 1e12 }
  const own = { organizationId: organization.id, subjectKind: 'member', tokenHash: sha256Hex(token) } as const
  await storage.sessions.insert(sampleSession(account, { ...own, ...times }))
  return token
}

/** An active connection of the admin's organization to a fake identity provider. */
export async function connectTo(
  harness: BusinessHarness,
  session: string,
  { protocol, idp = 'okta', fields = {} }: ConnectOptions & { protocol: Protocol },
): Promise<AnyConnection> {
  const { enterprise } = harness
  const call = (method: string, path: string, body: JsonObject) =>
    harness.call(method, `/b2b/sso/${protocol}${path}`, body, { session })
  const { connection_id } = connectionOf(await call('POST', '', { display_name: idp }))
  const { oidc } = enterprise.addresses(idp)
  const settings: JsonObject =
    protocol === 'saml'
      ? { metadata_xml: await enterprise.metadata(idp) }
      : { issuer: oidc.issuer, client_id: oidc.clientId, client_secret: oidc.clientSecret }
  const connected = connectionOf(await call('PUT', `/${connection_id}`, { ...settings, ...fields }))
  if (connected.status !== 'active') throw new Error(JSON.stringify(connected))
  return connected
}

/** Certificates expire after they were added. */
export async function addExpiredCertificate(
  { storage, clock, enterprise }: SignInHarness,
  { connection_id: connectionId, organization_id: organizationId }: AnyConnection,
  projectId: string,
): Promise<void> {
  const { certificates } = readIdpMetadata(await enterprise.metadata('okta'), clock.now())
  for (const { fingerprint, pem, notBefore, notAfter } of certificates.filter((one) => one.notAfter <= clock.now()))
    await storage.ssoCertificates.insert({
      ...{ projectId, organizationId, connectionId, id: newId('sso-certificate', 'test', clock.now(), random) },
      ...{ fingerprint, pem, notBefore, notAfter, source: 'admin', createdAt: clock.now() },
      ...{ listedAt: null, lastUsedAt: null, retiredAt: null, warnedDays: null },
    })
}

export function connectionOf(answer: Answer): AnyConnection {
  if (answer.outcome !== '200') throw new Error(answer.text)
  return (answer.data as unknown as { connection: AnyConnection }).connection
}

export async function verifyDomain(
  { storage, clock }: Pick<BusinessHarness, 'storage' | 'clock'>,
  { projectId, id: organizationId }: OrganizationRecord,
  domain: string,
  state: 'verified' | 'lapsed' = 'verified',
): Promise<void> {
  const realm = { projectId, organizationId }
  await storage.organizationDomains.remove(realm, domain)
  await storage.organizationDomains.insert({
    ...{ ...realm, domain, token: `token-${domain}`, state, verifiedAt: clock.now(), claimedAt: null },
    ...{ checkedAt: clock.now(), failures: 0, nextCheckAt: null, createdAt: clock.now() },
  })
}

export interface Browser {
  cookies: Map<string, string>
}

export const newBrowser = (): Browser => ({ cookies: new Map() })

/** Sends a request of a browser: with its cookies, which the response changes. */
export async function browse(
  harness: Pick<BusinessHarness, 'fetch'>,
  browser: Browser,
  url: string,
  form: Record<string, string> | null = null,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await harness.fetch(
    new Request(url, {
      headers: { cookie, accept: 'text/html,*/*', ...headers },
      ...(form === null ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    }),
  )
  for (const set of answer.headers.getSetCookie()) {
    const [pair = ''] = set.split(';')
    browser.cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
  }
  return answer
}

export interface Started {
  answer: Answer
  browser: Browser
  /** The address at the identity provider; empty if the start was rejected. */
  location: string
}

export async function start(
  harness: BusinessHarness,
  connectionId: string,
  { query = {}, browser = newBrowser() }: { query?: Record<string, string>; browser?: Browser } = {},
): Promise<Started> {
  const search = new URLSearchParams({
    public_token: harness.project.publicToken,
    connection_id: connectionId,
    ...query,
  })
  const answer = await browse(harness, browser, `${base}/v1/public/sso/start?${search}`)
  return { answer, browser, location: answer.headers.get('location') ?? '' }
}

/** What comes back from the identity provider: a form of SAML, or a redirect of OpenID Connect. */
export interface ReturnTrip {
  url: string
  form: Record<string, string> | null
}

const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&')

/** The form of a page that posts one. */
export function postedForm(page: string): { url: string; form: Record<string, string> } {
  const action = /<form[^>]* action="([^"]*)"/.exec(page)?.[1]
  if (action === undefined) throw new Error(`The page posts no form: ${page}`)
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)
  const form = [...inputs].map(([, name = '', value = '']) => [name, unescaped(value)])
  return { url: unescaped(action), form: Object.fromEntries(form) }
}

/** Chooses a person at the identity provider. */
export async function respond(
  { enterprise }: Pick<BusinessHarness, 'enterprise'>,
  location: string,
  choice: EnterpriseChoice = { person: 'ada' },
  request: Record<string, string> = {},
): Promise<ReturnTrip> {
  const body = new URLSearchParams({ ...request, ...enterpriseForm(choice) })
  const answer = await enterprise.fetch(new Request(location, { method: 'POST', body }))
  const url = answer.headers.get('location')
  return url === null ? postedForm(await answer.text()) : { url, form: null }
}

export function comeBack(harness: BusinessHarness, { url, form }: ReturnTrip, browser: Browser): Promise<Answer> {
  return browse(harness, browser, url, form)
}

export interface Landed {
  token: string
  url: URL
  browser: Browser
  answer: Answer
}

/** From the start to the landing page. */
export async function land(
  harness: BusinessHarness,
  connectionId: string,
  choice?: EnterpriseChoice,
  options: Parameters<typeof start>[2] = {},
): Promise<Landed> {
  const started = await start(harness, connectionId, options)
  if (started.location === '') throw new Error(`The start was rejected: ${started.answer.text}`)
  const { browser } = started
  return landedAt(await comeBack(harness, await respond(harness, started.location, choice), browser), browser)
}

export function landedAt(answer: Answer, browser: Browser): Landed {
  const url = new URL(answer.headers.get('location') ?? `${base}/nowhere?${answer.status}`)
  return { token: url.searchParams.get('token') ?? '', url, browser, answer }
}

export function redeem(
  harness: BusinessHarness,
  sso_token: string,
  more: object = {},
  options: CallOptions = {},
): Promise<Answer> {
  return harness.call('POST', '/b2b/sso/authenticate', { sso_token, session_duration_minutes: 30, ...more }, options)
}

/** The whole sign-in. */
export async function signIn(
  harness: BusinessHarness,
  connectionId: string,
  choice?: EnterpriseChoice,
  more: object = {},
): Promise<Answer> {
  return redeem(harness, (await land(harness, connectionId, choice)).token, more)
}

/** `error_details` of a rejected call. */
export function detailsOf({ json }: Answer): Record<string, string> {
  return (json as unknown as { error_details?: Record<string, string> }).error_details ?? {}
}
