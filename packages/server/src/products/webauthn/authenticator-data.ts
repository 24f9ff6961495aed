import { findItemEnd } from './strict-cbor.ts'

/** WebAuthn 3 §6.1, the fields that are checked here. */
export interface AuthenticatorData {
  rpIdHash: string
  userPresent: boolean
  userVerified: boolean
  backupEligible: boolean
  backedUp: boolean
  signCount: number
  attested: { aaguid: string; credentialId: string } | null
}

const fixedLength = 37
const longestCredentialId = 1_023

/** Throws if the bytes are not exactly authenticator data. */
export function readAuthenticatorData(bytes: Buffer): AuthenticatorData {
  if (bytes.length < fixedLength) throw new RangeError('authenticator data is too short')
  const flags = bytes.readUInt8(32)
  const isSet = (bit: number): boolean => (flags & (1 << bit)) !== 0
  let end = fixedLength
  let attested: AuthenticatorData['attested'] = null
  if (isSet(6)) {
    const length = bytes.readUInt16BE(fixedLength + 16)
    const start = fixedLength + 18
    // §7.1: a credential ID has 1 to 1023 bytes.
    if (length === 0 || length > longestCredentialId || start + length > bytes.length)
      throw new RangeError('invalid length of the credential ID')
    attested = {
      aaguid: bytes.toString('hex', fixedLength, fixedLength + 16),
      credentialId: bytes.toString('base64url', start, start + length),
    }
    end = findItemEnd(bytes, start + length)
  }
  if (isSet(7)) end = findItemEnd(bytes, end)
  if (end !== bytes.length) throw new RangeError('unexpected bytes after authenticator data')
  return {
    rpIdHash: bytes.toString('hex', 0, 32),
    userPresent: isSet(0),
    userVerified: isSet(2),
    backupEligible: isSet(3),
    backedUp: isSet(4),
    signCount: bytes.readUInt32BE(33),
    attested,
  }
}
