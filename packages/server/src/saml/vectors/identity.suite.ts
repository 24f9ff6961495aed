import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { createSelfSignedCertificate } from '../self-signed-certificate.ts'
import type { Identity } from './documents.suite.ts'

const day = 86_400_000

export interface TestIdentity extends Identity {
  key: KeyObject
}

/** A new key with a certificate that is valid from one day before `now` for one year. */
export function createIdentity(name: string, now: number, type: 'rsa' | 'ec' = 'rsa'): TestIdentity {
  const { privateKey } =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2_048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const certificate = createSelfSignedCertificate({
    ...{ privateKey, name, notBefore: now - day, notAfter: now + 365 * day },
    serial: randomBytes(16),
  })
  return { key: privateKey, privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), certificate }
}
