import { generateKeyPairSync, sign } from 'node:crypto'

/** One ASN.1 value in DER (X.690 §8.1): what it is, how long it is, what is in it. */
function der(tag: number, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content)
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

const sequence = (...content: Uint8Array[]): Buffer => der(0x30, ...content)
const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex')
const utcTime = (iso: string): Buffer => der(0x17, Buffer.from(`${iso.replace(/[-:T]/g, '').slice(2, 14)}Z`))

/** ecdsa-with-SHA256, commonName, subjectAltName. */
const signedWith = sequence(bytes('06082a8648ce3d040302'))
const commonName = bytes('0603550403')
const subjectAltName = bytes('0603551d11')

/** A self-signed certificate for these hosts (RFC 5280 §4.1), for a browser that ignores certificate errors. */
export function selfSigned(...hosts: string[]): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from('loopback')))))
  const names = sequence(...hosts.map((host) => der(0x82, Buffer.from(host))))
  const extensions = der(0xa3, sequence(sequence(subjectAltName, der(0x04, names))))
  const toBeSigned = sequence(
    bytes('a003020102'),
    der(0x02, bytes('01')),
    signedWith,
    name,
    sequence(utcTime('2026-01-01T00:00:00'), utcTime('2049-01-01T00:00:00')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  )
  const signature = der(0x03, bytes('00'), sign('sha256', toBeSigned, privateKey))
  const lines = sequence(toBeSigned, signedWith, signature)
    .toString('base64')
    .replace(/.{1,64}/g, '$&\n')
  return {
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`,
  }
}
