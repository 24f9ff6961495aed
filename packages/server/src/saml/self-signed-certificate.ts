import { createPublicKey, type KeyObject, sign } from 'node:crypto'

/** Tags of ASN.1 in DER (X.690 §8). */
const tags = {
  integer: 0x02,
  bitString: 0x03,
  null: 0x05,
  objectId: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  version: 0xa0,
} as const

const commonName = Buffer.from('550403', 'hex')
const sha256WithRsa = Buffer.from('2a864886f70d01010b', 'hex')
const sha256WithEcdsa = Buffer.from('2a8648ce3d040302', 'hex')

/**
 * A self-signed certificate (RFC 5280 §4.1). Identity providers take keys only as certificates, and Node creates none.
 *
 * @returns PEM
 */
export function createSelfSignedCertificate(input: {
  /** RSA, or elliptic curve. */
  readonly privateKey: KeyObject
  readonly name: string
  readonly notBefore: number
  readonly notAfter: number
  /** 16 random bytes. */
  readonly serial: Uint8Array
}): string {
  const { privateKey, name, notBefore, notAfter, serial } = input
  const algorithm =
    privateKey.asymmetricKeyType === 'rsa'
      ? sequence(der(tags.objectId, sha256WithRsa), der(tags.null))
      : sequence(der(tags.objectId, sha256WithEcdsa))
  const owner = sequence(der(tags.set, sequence(der(tags.objectId, commonName), der(tags.utf8, Buffer.from(name)))))
  const body = sequence(
    der(tags.version, der(tags.integer, Buffer.of(2))),
    // A leading 1 keeps the number positive.
    der(tags.integer, Buffer.of(1, ...serial)),
    algorithm,
    owner,
    sequence(time(notBefore), time(notAfter)),
    owner,
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
  )
  const signature = der(tags.bitString, Buffer.of(0), sign('sha256', body, privateKey))
  const base64 = sequence(body, algorithm, signature).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}(?!$)/g, '$&\n')}\n-----END CERTIFICATE-----\n`
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(tags.sequence, ...parts)
}

/** With two digits of the year until 2049 (RFC 5280 §4.1.2.5). */
function time(instant: number): Buffer {
  const digits = new Date(instant).toISOString().replace(/[-:T]/g, '').slice(0, 14)
  return digits < '2050'
    ? der(tags.utcTime, Buffer.from(`${digits.slice(2)}Z`))
    : der(tags.generalizedTime, Buffer.from(`${digits}Z`))
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  if (body.length < 0x80) return Buffer.concat([Buffer.of(tag, body.length), body])
  const digits = body.length.toString(16)
  const length = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.of(tag, 0x80 | length.length, ...length), body])
}
