import type { Page } from 'playwright-core'
import { newestMessage } from './provider.ts'

/** The business project of a development provider. */
const project = 'project-test-22222222-2222-4222-8222-222222222222'

export interface SsoOrganization {
  slug: string
  name: string
  /** The ids of its connections to the fakes of Okta (SAML) and Entra (OpenID Connect). */
  okta: string
  entra: string
  /** Calls the admin API below `/organizations/<slug>`. */
  admin(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Record<string, unknown>>
}

/**
 * An organization with the verified domain `<slug>.test` and the admin `ada@<slug>.test`. Other tests use the sample
 * organizations.
 */
export async function createSsoOrganization(
  url: string,
  slug: string,
  { isConnected }: { isConnected: boolean },
): Promise<SsoOrganization> {
  const send = async (method: string, path: string, body?: object): Promise<Record<string, never>> => {
    const response = await fetch(`${url}${path}`, {
      ...{ method, headers: { 'content-type': 'application/json' } },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    return response.json()
  }
  const organizations = `/dev/admin/${project}/organizations`
  const admin: SsoOrganization['admin'] = async (method, path, body) =>
    (await send(method, `${organizations}/${slug}${path}`, body)).data ?? {}
  const name = `${slug[0]?.toUpperCase()}${slug.slice(1)}`
  await send('POST', organizations, { organization_name: name, organization_slug: slug })
  await admin('POST', '/members', { email_address: `ada@${slug}.test`, name: 'Ada', roles: ['latchkey_admin'] })
  const { domain } = await admin('POST', '/domains', { domain: `${slug}.test` })
  await send('POST', '/dev/dns', (domain as { txt_record: object }).txt_record)
  await admin('POST', `/domains/${slug}.test/check`)
  const connect = async (kind: 'saml' | 'oidc', provider: string, path: string, fields: object): Promise<string> => {
    const names = { okta: 'Okta', 'microsoft-entra': 'Microsoft Entra ID' }[provider]
    const created = await admin('POST', `/sso/${kind}`, { display_name: names, identity_provider: provider })
    const { connection_id } = created.connection as { connection_id: string }
    await admin('PUT', `/sso/${kind}/${connection_id}${path}`, fields)
    return connection_id
  }
  const fakes = `${url}/dev/enterprise`
  // The first request creates keys, for which the provider would not wait.
  if (isConnected) await Promise.all(['saml/okta/metadata', 'oidc/entra/jwks'].map((path) => fetch(`${fakes}/${path}`)))
  const connections = isConnected
    ? {
        okta: await connect('saml', 'okta', '/url', { metadata_url: `${fakes}/saml/okta/metadata` }),
        entra: await connect('oidc', 'microsoft-entra', '', {
          ...{ issuer: `${fakes}/oidc/entra`, client_id: 'latchkey-enterprise-entra' },
          client_secret: 'latchkey-enterprise-entra-secret',
        }),
      }
    : { okta: '', entra: '' }
  return { slug, name, ...connections, admin }
}

/** Submits the page of a fake identity provider. */
export async function chooseAtFake(
  page: Page,
  { email, groups, fault }: { email: string; groups?: string; fault?: string },
): Promise<void> {
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  if (groups) await page.getByRole('textbox', { name: 'Names of groups' }).fill(groups)
  if (fault) await page.getByRole('radio', { name: new RegExp(`^${fault}`) }).check()
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Submits a form with one text field. */
export async function submitField(page: Page, label: string, value: string, button: string): Promise<void> {
  const form = page.locator('form').filter({ has: page.getByRole('textbox', { name: label, exact: true }) })
  await form.getByRole('textbox').fill(value)
  await form.getByRole('button', { name: button, exact: true }).click()
}

/** Proves an address on the business page. `before` is the newest message to it. */
export async function enterCode(page: Page, url: string, email: string, before?: string): Promise<void> {
  await submitField(page, 'Your email address', email, 'Send code')
  const [code = ''] = (await newestMessage(url, email, before)).codes
  await submitField(page, 'Code', code, 'Continue')
}
