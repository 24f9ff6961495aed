import { decodeMessage } from '../saml/read-xml.ts'
import { readResponse } from '../saml/response.ts'
import { SamlError } from '../saml/saml-error.ts'
import type { SsoCertificateRecord } from '../storage/sso-connections.ts'
import type { SsoConnection } from './connection.ts'
import { samlReaderConnection } from './saml-connection.ts'
import { methodsAttribute, statesSecondFactor } from './second-factor.ts'
import type { SsoSecrets } from './secrets.ts'
import { type ReadStatement, refusedAt } from './statement.ts'

export interface SamlAnswer {
  baseUrl: string
  connection: Extract<SsoConnection, { kind: 'saml' }>
  certificates: readonly SsoCertificateRecord[]
  secrets: SsoSecrets
  /** The form field `SAMLResponse`. */
  field: string
  requestId: string
  now: number
}

export function readSaml({ field, requestId, now, ...parts }: SamlAnswer): ReadStatement {
  let xml: string
  try {
    xml = decodeMessage(field)
  } catch (error) {
    if (!(error instanceof SamlError)) throw error
    return refusedAt('document', error.code, error.expected, error.got)
  }
  const result = readResponse(xml, samlReaderConnection(parts), { now, requestId })
  const { checks } = result
  if (result.kind === 'refused') return { kind: 'refused', code: result.code, checks }
  const { assertion, certificates } = result
  return {
    ...{ kind: 'accepted', checks, issuer: assertion.issuer },
    statement: { subject: assertion.nameId, attributes: assertion.attributes },
    hasSecondFactor: statesSecondFactor({
      acr: assertion.authnContext,
      amr: assertion.attributes.get(methodsAttribute) ?? [],
    }),
    response: { id: assertion.id, until: assertion.notOnOrAfter },
    certificates: certificates.map(({ fingerprint }) => fingerprint),
  }
}

/** Whether a form has a response that answers no request. It is not trusted: it is only a hint. */
export function isUnsolicited(field: string): boolean {
  try {
    return !/\sInResponseTo\s*=/.test(decodeMessage(field))
  } catch {
    return false
  }
}
