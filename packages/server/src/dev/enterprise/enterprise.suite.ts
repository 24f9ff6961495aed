import { randomBytes } from 'node:crypto'
import { type AuthnRequest, redirectUrl } from '../../saml/request.ts'
import { type EnterpriseChoice, enterpriseForm } from './choice.ts'
import { createFakeEnterprise, type FakeEnterprise } from './fake-enterprise.ts'
import { createEnterpriseKeys } from './keys.ts'
import { createEnterpriseStore } from './store.ts'

export const baseUrl = 'http://localhost:4000'
export const acsUrl = `${baseUrl}/v1/sso/callback/connection-1`
export const spEntityId = `${baseUrl}/v1/sso/metadata/connection-1`
export const start = Date.parse('2027-01-15T08:00:00Z')

/** Shared by all tests of a file, because creating keys is slow. */
const keys = createEnterpriseKeys({ store: createEnterpriseStore(), clock: { now: () => start } })

export function openEnterprise(
  options: { now?: () => number; readMetadata?: (entityId: string) => Promise<string | null> } = {},
): FakeEnterprise {
  return createFakeEnterprise({
    ...{ baseUrl, keys, store: createEnterpriseStore() },
    clock: { now: options.now ?? (() => start) },
    random: { bytes: (length) => randomBytes(length) },
    readMetadata: options.readMetadata ?? (async () => null),
  })
}

export function authnRequest(change: Partial<AuthnRequest> = {}): AuthnRequest {
  return {
    ...{ id: '_request', issuedAt: start, destination: `${baseUrl}/dev/enterprise/saml/okta/sso` },
    ...{ acsUrl, spEntityId, forceAuthn: false, relayState: 'state-1', signer: null, ...change },
  }
}

export function redirectTo(change: Partial<AuthnRequest> = {}): string {
  return redirectUrl(authnRequest(change))
}

/** The form of the page, as a browser sends it. */
export function choose(url: string, choice: EnterpriseChoice, further: Record<string, string> = {}): Request {
  return new Request(url, { method: 'POST', body: new URLSearchParams({ ...further, ...enterpriseForm(choice) }) })
}

/** Address and fields of a page that posts a form. */
export async function postedBy(response: Response): Promise<{ action: string; fields: Record<string, string> }> {
  const page = await response.text()
  const action = /<form[^>]* action="([^"]*)"/.exec(page)?.[1]
  if (action === undefined) throw new Error(`The page posts no form: ${page}`)
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)
  return { action, fields: Object.fromEntries([...inputs].map(([, name, value]) => [name, value])) }
}
