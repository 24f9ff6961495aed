import { namespaces } from './names.ts'
import {
  attributeOf,
  childElements,
  childrenNamed,
  descendants,
  is,
  onlyChild,
  textOf,
  type XmlElement,
} from './xml-element.ts'

const saml = namespaces.assertion

/** The values of an assertion. Only `response.ts` decides whether they are true. */
export interface SamlAssertion {
  readonly id: string
  readonly issuer: string
  readonly nameId: string
  readonly nameIdFormat: string | null
  /** Values by name. A value that is not text is left out. */
  readonly attributes: ReadonlyMap<string, readonly string[]>
  readonly authnContext: string | null
  readonly sessionIndex: string | null
  /** The assertion is not accepted after this time, so that its id need not be stored longer. */
  readonly notOnOrAfter: number
}

/** The text of the only child with this name, or an empty one. */
export function childText(element: XmlElement | null, localName: string): string {
  const child = element === null ? null : onlyChild(element, saml, localName)
  return child === null ? '' : (textOf(child) ?? '')
}

export interface ReadAttributes {
  readonly values: ReadonlyMap<string, readonly string[]>
  readonly duplicates: readonly string[]
}

export function readAttributes(assertion: XmlElement): ReadAttributes {
  const values = new Map<string, string[]>()
  const duplicates: string[] = []
  const statements = childrenNamed(assertion, saml, 'AttributeStatement')
  for (const attribute of statements.flatMap((statement) => childrenNamed(statement, saml, 'Attribute'))) {
    const name = attributeOf(attribute, 'Name') ?? ''
    if (values.has(name)) duplicates.push(name)
    const texts = childrenNamed(attribute, saml, 'AttributeValue').map(textOf)
    values.set(
      name,
      texts.filter((text) => text !== null),
    )
  }
  return { values, duplicates }
}

/** The bearer confirmations of the subject, with their data. */
export function bearerConfirmations(assertion: XmlElement): XmlElement[] {
  const subject = onlyChild(assertion, saml, 'Subject')
  if (subject === null) return []
  return childrenNamed(subject, saml, 'SubjectConfirmation')
    .filter((confirmation) => attributeOf(confirmation, 'Method') === 'urn:oasis:names:tc:SAML:2.0:cm:bearer')
    .map((confirmation) => onlyChild(confirmation, saml, 'SubjectConfirmationData'))
    .filter((data) => data !== null)
}

export interface ReadNameId {
  readonly value: string
  readonly format: string | null
}

/** From the element only: an attribute with this name is data like any other. */
export function readNameId(assertion: XmlElement): ReadNameId {
  const subject = onlyChild(assertion, saml, 'Subject')
  const nameId = subject === null ? null : onlyChild(subject, saml, 'NameID')
  if (nameId === null) return { value: '', format: null }
  return { value: textOf(nameId) ?? '', format: attributeOf(nameId, 'Format') }
}

/** Each restriction must name the audience (SAML core §2.5.1.4). */
export function audiencesOf(conditions: XmlElement): string[][] {
  return childrenNamed(conditions, saml, 'AudienceRestriction').map((restriction) =>
    childrenNamed(restriction, saml, 'Audience').map((audience) => textOf(audience) ?? ''),
  )
}

/** Conditions that have no rule here. A condition that is not understood makes the assertion invalid (§2.5.1). */
export function unknownConditions(conditions: XmlElement): string[] {
  const known = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']
  return childElements(conditions)
    .filter((child) => !known.some((name) => is(child, saml, name)))
    .map(({ localName }) => localName)
}

export function readAuthentication(assertion: XmlElement): Pick<SamlAssertion, 'authnContext' | 'sessionIndex'> {
  const [statement] = childrenNamed(assertion, saml, 'AuthnStatement')
  if (statement === undefined) return { authnContext: null, sessionIndex: null }
  const context = descendants(statement).find((element) => is(element, saml, 'AuthnContextClassRef'))
  return {
    authnContext: context === undefined ? null : textOf(context),
    sessionIndex: attributeOf(statement, 'SessionIndex'),
  }
}
