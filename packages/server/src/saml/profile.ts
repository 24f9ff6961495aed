import { rfc3339 } from '../core/rfc3339.ts'
import {
  audiencesOf,
  bearerConfirmations,
  childText,
  readAttributes,
  readAuthentication,
  readNameId,
  type SamlAssertion,
  unknownConditions,
} from './assertion.ts'
import type { CheckList } from './checks.ts'
import type { SamlConnection, SamlRequest } from './connection.ts'
import { namespaces } from './names.ts'
import { attributeOf, childrenNamed, onlyChild, type XmlElement } from './xml-element.ts'

/** Accepted difference of the clocks. */
export const clockSkewMs = 60_000

const saml = namespaces.assertion

interface ProfileInput {
  readonly response: XmlElement
  readonly assertion: XmlElement
  /** Whether the response must name its issuer: it is signed, or the assertion was encrypted. */
  readonly needsResponseIssuer: boolean
  readonly connection: SamlConnection
  readonly request: SamlRequest
}

/** The rules of the Web Browser SSO profile (SAML profiles §4.1.4), one row each. */
export function checkProfile(input: ProfileInput, list: CheckList): SamlAssertion {
  checkIssuers(input, list)
  const { assertion, connection } = input
  const destination = attributeOf(input.response, 'Destination')
  list.require(
    'destination',
    destination === null || destination === connection.acsUrl,
    connection.acsUrl,
    destination ?? 'no Destination',
  )
  const confirmation = checkConfirmation(input, list)
  const conditions = checkConditions(input, list)
  const times = checkTimes(
    input,
    [conditions, confirmation].filter((element) => element !== null),
    list,
  )
  const statements = childrenNamed(assertion, saml, 'AuthnStatement')
  list.require('authn_statement', statements.length > 0, 'an AuthnStatement', `${statements.length}`)
  const attributes = checkAttributes(input, list)
  const { value: nameId, format: nameIdFormat } = readNameId(assertion)
  return {
    id: attributeOf(assertion, 'ID') ?? '',
    issuer: childText(assertion, 'Issuer'),
    nameId,
    nameIdFormat,
    attributes,
    ...readAuthentication(assertion),
    notOnOrAfter: times + clockSkewMs,
  }
}

function checkIssuers({ response, assertion, needsResponseIssuer, connection }: ProfileInput, list: CheckList): void {
  const expected = connection.idpEntityId
  const outer = childrenNamed(response, saml, 'Issuer')
  const inner = childText(assertion, 'Issuer')
  const isOuterMet = outer.length === 0 ? !needsResponseIssuer : childText(response, 'Issuer') === expected
  const wrong = inner === expected ? childText(response, 'Issuer') : inner
  list.require(
    'issuer',
    isOuterMet && inner === expected,
    expected,
    isOuterMet && inner === expected ? inner : wrong || 'no Issuer',
  )
}

/** The recipient, the request and the end must be right in one bearer confirmation. */
function checkConfirmation(
  { response, assertion, connection, request }: ProfileInput,
  list: CheckList,
): XmlElement | null {
  const confirmations = bearerConfirmations(assertion)
  const isMet = (data: XmlElement): boolean =>
    attributeOf(data, 'Recipient') === connection.acsUrl &&
    attributeOf(data, 'InResponseTo') === request.requestId &&
    attributeOf(data, 'NotOnOrAfter') !== null
  const data = confirmations.find(isMet) ?? confirmations[0] ?? null
  const end = data === null ? null : attributeOf(data, 'NotOnOrAfter')
  list.require(
    'subject_confirmation',
    end !== null,
    'a bearer SubjectConfirmation with NotOnOrAfter',
    data === null ? 'none' : (end ?? 'no NotOnOrAfter'),
  )
  if (data === null) return null
  const recipient = attributeOf(data, 'Recipient')
  list.require('recipient', recipient === connection.acsUrl, connection.acsUrl, recipient ?? 'no Recipient')
  const inner = attributeOf(data, 'InResponseTo')
  const outer = attributeOf(response, 'InResponseTo') ?? inner
  list.require(
    'in_response_to',
    inner === request.requestId && outer === request.requestId,
    request.requestId,
    (inner === request.requestId ? outer : inner) ?? 'no InResponseTo in the assertion',
  )
  return data
}

function checkConditions({ assertion, connection }: ProfileInput, list: CheckList): XmlElement | null {
  const conditions = onlyChild(assertion, saml, 'Conditions')
  if (conditions === null) {
    list.require('conditions', false, 'one Conditions element', 'none, or several')
    return null
  }
  const unknown = unknownConditions(conditions)
  list.require('conditions', unknown.length === 0, 'conditions that are known', unknown.join(', ') || 'only those')
  const audiences = audiencesOf(conditions)
  list.require(
    'audience',
    audiences.length > 0 && audiences.every((restriction) => restriction.includes(connection.spEntityId)),
    connection.spEntityId,
    audiences.flat().join(', ') || 'no Audience',
  )
  return conditions
}

/** Returns the earliest end. */
function checkTimes({ assertion, request }: ProfileInput, limited: readonly XmlElement[], list: CheckList): number {
  const starts = [
    attributeOf(assertion, 'IssueInstant') ?? '',
    ...limited.map((element) => attributeOf(element, 'NotBefore')).filter((time) => time !== null),
  ]
  const latestStart = Math.max(...starts.map((time) => parseTime(time) ?? Number.POSITIVE_INFINITY))
  list.require(
    'not_yet_valid',
    latestStart <= request.now + clockSkewMs,
    `at most ${rfc3339(request.now + clockSkewMs)}`,
    Number.isFinite(latestStart) ? rfc3339(latestStart) : starts.join(', '),
  )
  const statements = childrenNamed(assertion, saml, 'AuthnStatement')
  const ends = [
    ...limited.map((element) => attributeOf(element, 'NotOnOrAfter')),
    ...statements.map((statement) => attributeOf(statement, 'SessionNotOnOrAfter')),
  ].filter((time) => time !== null)
  const earliestEnd = Math.min(...ends.map((time) => parseTime(time) ?? Number.NEGATIVE_INFINITY))
  list.require(
    'expired',
    earliestEnd > request.now - clockSkewMs,
    `after ${rfc3339(request.now - clockSkewMs)}`,
    Number.isFinite(earliestEnd) ? rfc3339(earliestEnd) : ends.join(', ') || 'no end',
  )
  return earliestEnd
}

function checkAttributes(
  { assertion, connection }: ProfileInput,
  list: CheckList,
): ReadonlyMap<string, readonly string[]> {
  const { values, duplicates } = readAttributes(assertion)
  if (duplicates.length > 0) list.require('attribute_duplicate', false, 'each name once', duplicates.join(', '))
  const missing = connection.requiredAttributes.filter((name) => !values.get(name)?.some((value) => value !== ''))
  const names = ['NameID', ...connection.requiredAttributes]
  const absent = readNameId(assertion).value === '' ? ['NameID', ...missing] : missing
  list.require(
    'attribute_missing',
    absent.length === 0,
    names.join(', '),
    absent.length === 0 ? [...values.keys()].join(', ') : `no ${absent.join(', no ')}`,
  )
  return values
}

/** A time of SAML in milliseconds (xs:dateTime with a time zone); null if it is anything else. */
function parseTime(text: string): number | null {
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(text)
  const time = isTime ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? null : time
}
