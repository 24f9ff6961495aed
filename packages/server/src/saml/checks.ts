import { type SamlCode, SamlError } from './saml-error.ts'

/** What is checked. Several codes can be the result of one check. */
export type SamlCheckName =
  | 'document'
  | 'response'
  | 'status'
  | 'assertion'
  | 'signature'
  | 'certificate'
  | 'decryption'
  | 'issuer'
  | 'destination'
  | 'subject_confirmation'
  | 'recipient'
  | 'in_response_to'
  | 'conditions'
  | 'audience'
  | 'not_before'
  | 'not_on_or_after'
  | 'authn_statement'
  | 'attributes'

/** One row of the table that explains a sign-in. */
export interface SamlCheck {
  readonly check: SamlCheckName
  readonly outcome: 'passed' | 'warning' | 'failed'
  /** Null for a passed check. */
  readonly code: SamlCode | null
  readonly expected: string
  readonly got: string
}

/** The check that each code is a result of. */
export const checkOf: Readonly<Record<SamlCode, SamlCheckName>> = {
  document_size: 'document',
  document_encoding: 'document',
  xml_malformed: 'document',
  xml_limits: 'document',
  xml_doctype: 'document',
  xml_comment: 'document',
  xml_processing_instruction: 'document',
  xml_cdata: 'document',
  xml_namespace: 'document',
  xml_id: 'document',
  not_a_response: 'response',
  status: 'status',
  assertion_count: 'assertion',
  assertion_misplaced: 'assertion',
  assertion_malformed: 'assertion',
  signature_misplaced: 'signature',
  signature_structure: 'signature',
  signature_reference: 'signature',
  signature_transforms: 'signature',
  signature_algorithm: 'signature',
  signature_digest: 'signature',
  signature_key_unknown: 'signature',
  signature_value: 'signature',
  unsigned: 'signature',
  certificate_expired: 'certificate',
  decryption: 'decryption',
  issuer: 'issuer',
  destination: 'destination',
  subject_confirmation: 'subject_confirmation',
  recipient: 'recipient',
  in_response_to: 'in_response_to',
  audience: 'audience',
  conditions: 'conditions',
  not_yet_valid: 'not_before',
  expired: 'not_on_or_after',
  authn_statement: 'authn_statement',
  attribute_duplicate: 'attributes',
  attribute_missing: 'attributes',
}

const longestValue = 300

/** Collects the rows of one response. */
export interface CheckList {
  readonly rows: readonly SamlCheck[]
  pass(check: SamlCheckName, expected: string, got: string): void
  fail(error: SamlError, outcome?: 'failed' | 'warning'): void
  /** A passed row if `isMet`, else a failed one with this code. */
  require(code: SamlCode, isMet: boolean, expected: string, got: string): void
  /** Runs a step, and returns null after adding its error as a row. */
  attempt<T>(step: () => T): T | null
}

export function createCheckList(): CheckList {
  const rows: SamlCheck[] = []
  const list: CheckList = {
    rows,
    pass: (check, expected, got) => void rows.push(row(check, 'passed', null, expected, got)),
    fail: ({ code, expected, got }, outcome = 'failed') =>
      void rows.push(row(checkOf[code], outcome, code, expected, got)),
    require(code, isMet, expected, got) {
      if (isMet) list.pass(checkOf[code], expected, got)
      else list.fail(new SamlError(code, expected, got))
    },
    attempt(step) {
      try {
        return step()
      } catch (error) {
        if (!(error instanceof SamlError)) throw error
        list.fail(error)
        return null
      }
    },
  }
  return list
}

function row(
  check: SamlCheckName,
  outcome: SamlCheck['outcome'],
  code: SamlCode | null,
  expected: string,
  got: string,
): SamlCheck {
  return { check, outcome, code, expected: shortened(expected), got: shortened(got) }
}

function shortened(text: string): string {
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text
}
