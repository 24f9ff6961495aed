/** What is wrong with a response. Each code has a sentence in the documentation. */
export type SamlCode =
  | 'document_size'
  | 'document_encoding'
  | 'xml_malformed'
  | 'xml_limits'
  | 'xml_doctype'
  | 'xml_comment'
  | 'xml_processing_instruction'
  | 'xml_cdata'
  | 'xml_namespace'
  | 'xml_id'
  | 'not_a_response'
  | 'status'
  | 'assertion_count'
  | 'assertion_misplaced'
  | 'assertion_malformed'
  | 'signature_misplaced'
  | 'signature_structure'
  | 'signature_reference'
  | 'signature_transforms'
  | 'signature_algorithm'
  | 'signature_digest'
  | 'signature_key_unknown'
  | 'signature_value'
  | 'unsigned'
  | 'certificate_expired'
  | 'decryption'
  | 'issuer'
  | 'destination'
  | 'subject_confirmation'
  | 'recipient'
  | 'in_response_to'
  | 'audience'
  | 'conditions'
  | 'not_yet_valid'
  | 'expired'
  | 'authn_statement'
  | 'attribute_duplicate'
  | 'attribute_missing'

/** A document that cannot be used: what was expected, and what it has. */
export class SamlError extends Error {
  readonly code: SamlCode
  readonly expected: string
  readonly got: string

  constructor(code: SamlCode, expected: string, got: string) {
    super(`SAML: ${code}: expected ${expected}, got ${got}`)
    this.name = 'SamlError'
    this.code = code
    this.expected = expected
    this.got = got
  }
}
