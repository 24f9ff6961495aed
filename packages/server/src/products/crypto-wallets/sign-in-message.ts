import type { SiweParams } from '@latchkey/contract'
import type { ProviderError } from '../../core/provider-error.ts'
import { rfc3339 } from '../../core/rfc3339.ts'
import { refuseField } from '../../core/schema-issues.ts'
import type { Wallet } from './wallet-crypto.ts'

/** The parts of a message that the provider sets. */
export interface MessageFacts {
  wallet: Wallet
  /** Host and port of the page that requests the signature. */
  domain: string
  nonce: string
  issuedAt: number
  expiresAt: number
}

const unreserved = 'A-Za-z0-9\\-._~'
const subDelims = "!$&'()*+,;="
const percent = '%[0-9A-Fa-f]{2}'
/** RFC 3986, restricted to one line: no allowed character can end the line. */
const uriPattern = new RegExp(`^[A-Za-z][A-Za-z0-9+.-]*:(?:[${unreserved}${subDelims}:/?#[\\]@]|${percent})+$`)
const statementPattern = new RegExp(`^[${unreserved}${subDelims}:/?#[\\]@ ]+$`)
const requestIdPattern = new RegExp(`^(?:[${unreserved}${subDelims}:@]|${percent})*$`)
const timePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/

/** A plain message for every wallet, used if the project does not require EIP-4361. */
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

/** EIP-4361. Callers may add fields; they cannot replace those that bind the message. */
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

/** Rejects values that would break out of their line, and times at which the message could not be signed. */
export function checkSiweParams(
  params: SiweParams,
  isAuthorized: (origin: string) => boolean,
  expiresAt: number,
): void {
  const { uri, chain_id, issued_at, not_before, statement, resources, message_request_id } = params
  if (uri !== undefined && !(uriPattern.test(uri) && URL.canParse(uri) && isAuthorized(new URL(uri).origin)))
    throw invalidParam('uri', 'must be an address of an authorized origin')
  if (chain_id !== undefined && !/^[0-9]{1,20}$/.test(chain_id)) throw invalidParam('chain_id', 'must be a number')
  if (statement !== undefined && statement !== '' && !statementPattern.test(statement))
    throw invalidParam('statement', 'must be one line of plain characters')
  if (message_request_id !== undefined && !requestIdPattern.test(message_request_id))
    throw invalidParam('message_request_id', 'must be plain characters')
  for (const resource of resources ?? [])
    if (!uriPattern.test(resource)) throw invalidParam('resources', 'must be a list of addresses')
  for (const [name, time] of Object.entries({ issued_at, not_before })) {
    if (time === undefined) continue
    if (!timePattern.test(time) || Number.isNaN(Date.parse(time)))
      throw invalidParam(name, 'must be an RFC 3339 timestamp')
    if (Date.parse(time) >= expiresAt) throw invalidParam(name, 'must be before the message expires')
  }
}

function invalidParam(field: string, message: string): ProviderError {
  return refuseField(`.siwe_params.${field}`, message, 'format')
}
