import type { KeyObject } from 'node:crypto'
import type { SamlCheck } from './checks.ts'
import { readIdpMetadata } from './idp-metadata.ts'
import { decodeMessage, messageRules, readXml } from './read-xml.ts'
import { readResponse } from './response.ts'
import { SamlError } from './saml-error.ts'
import { attributeOf } from './xml-element.ts'

export interface SamlExplanationInput {
  /** XML, its base64, or the form field of a browser with its name. */
  response: string
  /** The metadata of the identity provider. */
  metadata: string
  acsUrl: string
  entityId: string
  /** The ID of the AuthnRequest. Without it, the request is not checked. */
  requestId?: string | undefined
  now: number
  requiredAttributes: readonly string[]
  decryptionKeys: readonly KeyObject[]
}

/** What a sign-in with the response would do. */
export interface SamlExplanation {
  accepted: boolean
  checks: readonly SamlCheck[]
  /** Null if the response is not accepted: its values prove nothing. */
  nameId: string | null
  attributes: Readonly<Record<string, readonly string[]>>
}

/** Checks a recorded response like a sign-in does, and explains each check. Throws for metadata that cannot be used. */
export function explainSamlResponse(input: SamlExplanationInput): SamlExplanation {
  const idp = readIdpMetadata(input.metadata, input.now)
  let xml: string
  try {
    xml = toXml(input.response)
  } catch (error) {
    if (!(error instanceof SamlError)) throw error
    const { code, expected, got } = error
    const checks = [{ check: 'document' as const, outcome: 'failed' as const, code, expected, got }]
    return { accepted: false, checks, nameId: null, attributes: {} }
  }
  const result = readResponse(
    xml,
    {
      ...{
        acsUrl: input.acsUrl,
        spEntityId: input.entityId,
        idpEntityId: idp.entityId,
        certificates: idp.certificates,
      },
      ...{ expiredCertificate: 'warn', sha1Until: null },
      ...{ decryptionKeys: input.decryptionKeys, requiredAttributes: input.requiredAttributes },
    },
    { now: input.now, requestId: input.requestId ?? requestNamedBy(xml) },
  )
  const checks = result.checks.filter(({ check }) => check !== 'in_response_to' || input.requestId !== undefined)
  if (result.kind === 'refused') return { accepted: false, checks, nameId: null, attributes: {} }
  const { nameId, attributes } = result.assertion
  return { accepted: true, checks, nameId, attributes: Object.fromEntries(attributes) }
}

function toXml(text: string): string {
  const trimmed = text.trim()
  if (trimmed.startsWith('<')) return trimmed
  const [field = ''] = trimmed.replace(/^SAMLResponse=/, '').split('&')
  return decodeMessage(field.replace(/%2b/gi, '+').replace(/%2f/gi, '/').replace(/%3d/gi, '='))
}

/** The request that the response itself names. */
function requestNamedBy(xml: string): string {
  try {
    return attributeOf(readXml(xml, messageRules), 'InResponseTo') ?? ''
  } catch {
    return ''
  }
}
