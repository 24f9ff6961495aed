import type { JsonObject } from '@latchkey/contract'
import type { OidcConnection, SamlConnection } from '@latchkey/contract/b2b'
import { builtInRoleIds } from '@latchkey/contract/b2b'
import { createOutboundFetch, type OutboundFetch } from '../../outbound/outbound-fetch.ts'
import { createIdentity, type TestIdentity } from '../../saml/vectors/identity.suite.ts'
import type { OrganizationRecord } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { type BusinessHarness, createBusinessHarness } from '../../testing/business-harness.ts'
import type { Answer, HarnessOptions } from '../../testing/harness.ts'

export const idpEntityId = 'https://idp.acme.example/metadata'
export const idpSsoUrl = 'https://idp.acme.example/sso'
export const metadataUrl = 'https://idp.acme.example/metadata.xml'

const bare = (certificate: string): string => certificate.replace(/-----[A-Z ]+-----/g, '').trim()

/** The metadata of an identity provider with these certificates. */
export function idpMetadata(identities: readonly TestIdentity[], entityId: string = idpEntityId): string {
  const keys = identities.map(
    ({ certificate }) =>
      `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${bare(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
  )
  const service = `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${idpSsoUrl}"/>`
  return `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join('')}${service}</md:IDPSSODescriptor></md:EntityDescriptor>`
}

/** All connections of a response: a test reads the fields of its kind. */
export type AnyConnection = SamlConnection & OidcConnection & Record<string, unknown>

export interface SsoHarness extends BusinessHarness {
  acme: OrganizationRecord
  /** Documents by address, for the requests of the provider. Other addresses are requested like in production. */
  documents: Map<string, string | (() => Response)>
  /** How often each address was requested. */
  requested: string[]
  /** The session of the admin of `acme`. */
  session: string
  admin(method: string, path: string, body?: object): Promise<Answer>
  connection(answer: Answer): AnyConnection
  createSaml(fields?: JsonObject): Promise<AnyConnection>
  /** An active SAML connection with one certificate. */
  completeSaml(): Promise<{ connection: AnyConnection; identity: TestIdentity }>
  newIdentity(name?: string): TestIdentity
}

export const ssoPath = '/b2b/sso'

export async function createSsoHarness(storage: Storage, options: HarnessOptions = {}): Promise<SsoHarness> {
  const documents: SsoHarness['documents'] = new Map()
  const requested: string[] = []
  const outside = createOutboundFetch({ lookup: refuseLookup })
  const outbound: OutboundFetch = async (url, init) => {
    requested.push(String(url))
    const document = documents.get(String(url))
    if (document === undefined) return outside(url, init)
    return typeof document === 'string' ? new Response(document) : document()
  }
  const harness = await createBusinessHarness(storage, { ...options, outbound: () => outbound })
  const acme = await harness.addOrganization('acme')
  await harness.addMember(acme, 'ada@acme.example', { roles: [builtInRoleIds.admin] })
  const { session_token: session } = await harness.signInTo(acme, 'ada@acme.example')
  const admin: SsoHarness['admin'] = (method, path, body) =>
    harness.call(method, `${ssoPath}${path}`, body, { session })
  const connection = (answer: Answer): AnyConnection => {
    if (answer.outcome !== '200') throw new Error(answer.text)
    return (answer.data as unknown as { connection: AnyConnection }).connection
  }
  const newIdentity = (name = 'idp') => createIdentity(name, harness.clock.now(), 'ec')
  const createSaml = async (fields: JsonObject = {}) => connection(await admin('POST', '/saml', fields))
  return {
    ...{ ...harness, acme, documents, requested, session, admin, connection, createSaml, newIdentity },
    async completeSaml() {
      const identity = newIdentity()
      const { connection_id } = await createSaml({ display_name: 'Okta', identity_provider: 'okta' })
      const metadata_xml = idpMetadata([identity])
      return { connection: connection(await admin('PUT', `/saml/${connection_id}`, { metadata_xml })), identity }
    },
  }
}

/** Without a name service: every name is on the inside. */
const refuseLookup = ((_name: string, _options: object, callback: (error: null, addresses: object[]) => void) =>
  callback(null, [{ address: '10.0.0.1', family: 4 }])) as never
