import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { promisify } from 'node:util'
import type { JWK } from 'jose'
import type { Clock } from '../../core/clock-and-random.ts'
import { createSelfSignedCertificate } from '../../saml/self-signed-certificate.ts'
import type { SigningIdentity } from '../../saml/sign-xml.ts'
import type { EnterpriseStore } from './store.ts'

/** Keys and certificates of a SAML identity provider. */
export interface SamlKeys {
  current: SigningIdentity
  /** The successor, for a roll-over. */
  next: SigningIdentity
  /** Its certificate has really expired. */
  expired: SigningIdentity
  /** Never in the metadata. */
  unknown: SigningIdentity
}

export interface OidcKey {
  kid: string
  alg: 'RS256' | 'ES256'
  privateKey: KeyObject
  jwk: JWK
}

/** Keys of an OpenID Connect identity provider. */
export interface OidcKeys {
  current: OidcKey
  /** In the JWKS, with an algorithm that no connection expects. */
  otherAlgorithm: OidcKey
  /** Not in the JWKS. */
  unknown: OidcKey
}

const generate = promisify(generateKeyPair)
const day = 86_400_000
const year = 365 * day
/** Fixed, so that no position of a movable clock makes the certificate valid. */
const expiredFrom = Date.UTC(2020, 0, 1)

const samlKeyNames = ['current', 'next', 'expired', 'unknown'] as const
const oidcKeyNames = ['current', 'otherAlgorithm', 'unknown'] as const

export async function createSamlKeys(now: number): Promise<SamlKeys> {
  const [current, next, expired, unknown] = await Promise.all([
    createIdentity('rsa', now - day, now + 3 * year),
    createIdentity('rsa', now - day, now + 6 * year),
    createIdentity('ec', expiredFrom, expiredFrom + year),
    createIdentity('ec', now - day, now + 3 * year),
  ])
  return { current, next, expired, unknown }
}

async function createIdentity(type: 'rsa' | 'ec', notBefore: number, notAfter: number): Promise<SigningIdentity> {
  const privateKey = await createKey(type)
  const certificate = createSelfSignedCertificate({
    ...{ privateKey, notBefore, notAfter },
    ...{ name: 'Fake identity provider', serial: randomBytes(16) },
  })
  return { privateKey, certificate }
}

async function createKey(type: 'rsa' | 'ec'): Promise<KeyObject> {
  const { privateKey } =
    type === 'rsa' ? await generate('rsa', { modulusLength: 2_048 }) : await generate('ec', { namedCurve: 'P-256' })
  return privateKey
}

async function createOidcKeys(): Promise<OidcKeys> {
  const [current, otherAlgorithm, unknown] = await Promise.all([createKey('rsa'), createKey('ec'), createKey('rsa')])
  return { current: oidcKey(current), otherAlgorithm: oidcKey(otherAlgorithm), unknown: oidcKey(unknown) }
}

function oidcKey(privateKey: KeyObject): OidcKey {
  const publicKey = createPublicKey(privateKey)
  const bytes = publicKey.export({ type: 'spki', format: 'der' })
  const kid = createHash('sha256').update(bytes).digest('base64url').slice(0, 16)
  const alg = privateKey.asymmetricKeyType === 'rsa' ? 'RS256' : 'ES256'
  return { kid, alg, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' } }
}

/** Opens keys that are created on first use and kept. */
export interface EnterpriseKeys {
  saml(name: string): Promise<SamlKeys>
  oidc(name: string): Promise<OidcKeys>
}

export function createEnterpriseKeys({ store, clock }: { store: EnterpriseStore; clock: Clock }): EnterpriseKeys {
  const opened = new Map<string, Promise<unknown>>()
  /** One creation at a time for each name, and a failed one is tried again. */
  function once<Keys>(name: string, open: () => Promise<Keys>): Promise<Keys> {
    const present = opened.get(name) as Promise<Keys> | undefined
    if (present !== undefined) return present
    const opening = open()
    opened.set(name, opening)
    opening.catch(() => opened.delete(name))
    return opening
  }
  return {
    saml: (name) =>
      once(`saml-${name}`, async () => {
        const text = await openText(store, `saml-${name}`, async () => {
          const keys = await createSamlKeys(clock.now())
          return Object.fromEntries(
            samlKeyNames.map((key) => [key, { key: pemOf(keys[key].privateKey), certificate: keys[key].certificate }]),
          )
        })
        const stored = JSON.parse(text) as Record<keyof SamlKeys, { key: string; certificate: string }>
        const identity = ({ key, certificate }: { key: string; certificate: string }): SigningIdentity => ({
          ...{ privateKey: createPrivateKey(key), certificate },
        })
        return {
          ...{ current: identity(stored.current), next: identity(stored.next) },
          ...{ expired: identity(stored.expired), unknown: identity(stored.unknown) },
        }
      }),
    oidc: (name) =>
      once(`oidc-${name}`, async () => {
        const text = await openText(store, `oidc-${name}`, async () => {
          const keys = await createOidcKeys()
          return Object.fromEntries(oidcKeyNames.map((key) => [key, pemOf(keys[key].privateKey)]))
        })
        const stored = JSON.parse(text) as Record<keyof OidcKeys, string>
        const open = (pem: string): OidcKey => oidcKey(createPrivateKey(pem))
        return {
          ...{ current: open(stored.current), otherAlgorithm: open(stored.otherAlgorithm) },
          unknown: open(stored.unknown),
        }
      }),
  }
}

async function openText(store: EnterpriseStore, name: string, create: () => Promise<object>): Promise<string> {
  return (await store.read(name)) ?? store.create(name, JSON.stringify(await create()))
}

function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}
