import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { Clock, Random } from '../../core/clock-and-random.ts'
import { refuseField } from '../../core/schema-issues.ts'
import { createSelfSignedCertificate } from '../../saml/self-signed-certificate.ts'

const generate = promisify(generateKeyPair)
const lifeMs = 10 * 365 * 24 * 60 * 60_000
const weakestRsaBits = 2_048
const curves = ['prime256v1', 'secp384r1', 'secp521r1']

/** A private key of ours in PEM, and the certificate for identity providers. */
export interface ProviderKey {
  readonly privateKey: string
  readonly certificate: string
}

/** An RSA key, which every identity provider accepts. It takes a while: not inside a transaction. */
export async function newProviderKey(deps: { clock: Clock; random: Random }, name: string): Promise<ProviderKey> {
  const { privateKey } = await generate('rsa', { modulusLength: weakestRsaBits })
  return withCertificate(deps, privateKey, name)
}

/** The key that an admin brings. */
export function readProviderKey(
  deps: { clock: Clock; random: Random },
  pem: string,
  name: string,
  dataPath: string,
): ProviderKey {
  const key = parseKey(pem)
  const { modulusLength = 0, namedCurve = '' } = key?.asymmetricKeyDetails ?? {}
  const isUsable =
    (key?.asymmetricKeyType === 'rsa' && modulusLength >= weakestRsaBits) ||
    (key?.asymmetricKeyType === 'ec' && curves.includes(namedCurve))
  if (key === null || !isUsable)
    throw refuseField(
      dataPath,
      'must be a private key in PEM without a passphrase: RSA with at least 2,048 bits, or on P-256, P-384 or P-521',
      'format',
    )
  return withCertificate(deps, key, name)
}

function withCertificate(
  { clock, random }: { clock: Clock; random: Random },
  privateKey: KeyObject,
  name: string,
): ProviderKey {
  const now = clock.now()
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: createSelfSignedCertificate({
      ...{ privateKey, name, notBefore: now, notAfter: now + lifeMs, serial: random.bytes(16) },
    }),
  }
}

function parseKey(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem)
  } catch {
    return null
  }
}
