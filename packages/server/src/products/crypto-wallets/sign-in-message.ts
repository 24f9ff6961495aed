import type { SiweParams } from '@latchkey/contract'
import type { ProviderError } from '../../core/provider-error.ts'
import { rfc3339 } from '../../core/rfc3339.ts'
import { refuseField } from '../../core/schema-issues.ts'
import type { Wallet } from './wallet-crypto.ts'

/** What the provider itself decides about a message. */
export interface MessageFacts {
  wallet: Wallet
  /** Host and port of the page that asks. */
  domain: string
  nonce: string
  issuedAt: number
  expiresAt: number
}

const unreserved = 'A-Za-z0-9\\-._~'
const subDelims = "!$&'()*+,;="
const percent = '%[0-9A-Fa-f]{2}'
/** RFC 3986, as far as a line of a message has to hold: no character in it can end the line. */
const uriPattern = new RegExp(`^[A-Za-z][A-Za-z0-9+.-]*:(?:[${unreserved}${subDelims}:/?#[\\]@]|${percent})+$`)
const statementPattern = new RegExp(`^[${unreserved}${subDelims}:/?#[\\]@ ]+$`)
const requestIdPattern = new RegExp(`^(?:[${unreserved}${subDelims}:@]|${percent})*$`)
const timePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/

/** A message every wallet can show, where the project asks for no standard one. */
export function plainMessage({ wallet, domain, nonce, issuedAt, expiresAt }: MessageFacts): string {
  return [
    `Sign in to ${domain} with this wallet.`,
    '',
    `Sign this message only on ${domain}. It moves no funds and costs nothing.`,
    '',
    `Wallet: ${wallet.address}`,
    `Nonce: ${nonce}`,
    `Issued at: ${rfc3339(issuedAt)}`,
    `Expires at: ${rfc3339(expiresAt)}`,
  ].join('\n')
}

/** EIP-4361, composed here: callers add what is theirs, and can replace nothing that binds the message. */
export function siweMessage(facts: MessageFacts, params: SiweParams & { uri: string }): string {
  const { wallet, domain, nonce } = facts
  const { statement, resources, message_request_id: requestId } = params
  return [
    `${domain} wants you to sign in with your Ethereum account:`,
    wallet.address,
    '',
    ...(statement ? [statement] : []),
    '',
    `URI: ${params.uri}`,
    'Version: 1',
    `Chain ID: ${params.chain_id ?? '1'}`,
    `Nonce: ${nonce}`,
    `Issued At: ${params.issued_at ?? rfc3339(facts.issuedAt)}`,
    `Expiration Time: ${rfc3339(facts.expiresAt)}`,
    ...(params.not_before === undefined ? [] : [`Not Before: ${params.not_before}`]),
    ...(requestId === undefined ? [] : [`Request ID: ${requestId}`]),
    ...(resources?.length ? ['Resources:', ...resources.map((resource) => `- ${resource}`)] : []),
  ].join('\n')
}

/** Refuses what would break out of its line, or could never be signed in time. */
export function checkSiweParams(
  params: SiweParams,
  isAuthorized: (origin: string) => boolean,
  expiresAt: number,
): void {
  const { uri, chain_id, issued_at, not_before, statement, resources, message_request_id } = params
  if (uri !== undefined && !(uriPattern.test(uri) && URL.canParse(uri) && isAuthorized(new URL(uri).origin)))
    throw wrong('uri', 'must be an address of an authorized origin')
  if (chain_id !== undefined && !/^[0-9]{1,20}$/.test(chain_id)) throw wrong('chain_id', 'must be a number')
  if (statement !== undefined && statement !== '' && !statementPattern.test(statement))
    throw wrong('statement', 'must be one line of plain characters')
  if (message_request_id !== undefined && !requestIdPattern.test(message_request_id))
    throw wrong('message_request_id', 'must be plain characters')
  for (const resource of resources ?? [])
    if (!uriPattern.test(resource)) throw wrong('resources', 'must be a list of addresses')
  for (const [name, time] of Object.entries({ issued_at, not_before })) {
    if (time === undefined) continue
    if (!timePattern.test(time) || Number.isNaN(Date.parse(time))) throw wrong(name, 'must be a time of RFC 3339')
    if (Date.parse(time) >= expiresAt) throw wrong(name, 'must be before the message expires')
  }
}

function wrong(field: string, message: string): ProviderError {
  return refuseField(`.siwe_params.${field}`, message, 'format')
}
