import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  sign as signBytes,
} from 'node:crypto'
import { type CborMap, encodeCbor } from './cbor.ts'

export type { Cbor, CborMap } from './cbor.ts'
export { encodeCbor } from './cbor.ts'

/** A signature algorithm of a credential. */
export type Algorithm = 'ES256' | 'EdDSA' | 'RS256'

/** The options of `createAuthenticator`. */
export interface AuthenticatorOptions {
  algorithm?: Algorithm
  /** 16 bytes. @default zeros */
  aaguid?: Uint8Array
  /** A synced passkey has no signature counter. @default false */
  isSynced?: boolean
}

/** Changes of one ceremony. All are applied before signing, except `response`. */
export interface Mutations {
  /** Replaces the client data by another object or other bytes. */
  clientData?: (data: Record<string, unknown>) => Record<string, unknown> | Uint8Array
  rpId?: string
  flags?: (flags: number) => number
  signCount?: number
  credentialId?: Uint8Array
  coseKey?: (key: CborMap) => CborMap
  /** Applied last, for example to add extensions. */
  authenticatorData?: (data: Buffer) => Uint8Array
  /** Uses packed self attestation, whatever was requested. */
  isSelfAttested?: boolean
  attestation?: (object: CborMap) => CborMap
  attestationBytes?: (bytes: Buffer) => Uint8Array
  userHandle?: string | null
  response?: (response: Record<string, string>) => Record<string, string>
}

interface Credential {
  id: Buffer
  rpId: string
  userHandle: string
  key: KeyObject
  algorithm: Algorithm
  signCount: number
}

/** A software authenticator in a browser: real keys and signatures, attestation `none`. */
export interface SoftwareAuthenticator {
  /** Creates a credential for the options of a start call, and returns it as JSON text. */
  create(optionsJson: string, mutations?: Mutations): string
  get(optionsJson: string, mutations?: Mutations): string
  /** Resets the signature counters, as in a copy of the key. */
  rewind(signCount: number): void
}

const coseAlgorithm: Record<Algorithm, number> = { ES256: -7, EdDSA: -8, RS256: -257 }

const flag = { userPresent: 1, userVerified: 4, backupEligible: 8, backedUp: 16, attested: 64 } as const

/**
 * Creates a software authenticator for the pages of an origin.
 *
 * @example
 * const authenticator = createAuthenticator('https://app.example.com')
 * const { public_key_credential_creation_options } = await start()
 * await register(authenticator.create(public_key_credential_creation_options))
 */
export function createAuthenticator(origin: string, options: AuthenticatorOptions = {}): SoftwareAuthenticator {
  const { algorithm = 'ES256', aaguid = new Uint8Array(16), isSynced = false } = options
  const credentials: Credential[] = []
  const usual = flag.userPresent | flag.userVerified | (isSynced ? flag.backupEligible | flag.backedUp : 0)

  function clientDataOf(type: string, challenge: string, change: Mutations['clientData']): Buffer {
    const data = { type, challenge, origin, crossOrigin: false }
    const written = change ? change(data) : data
    return Buffer.from(written instanceof Uint8Array ? written : JSON.stringify(written))
  }

  function authenticatorDataOf(rpId: string, flags: number, signCount: number, attested: Uint8Array): Buffer {
    const rest = Buffer.alloc(5)
    rest.writeUInt8(flags, 0)
    rest.writeUInt32BE(signCount, 1)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), rest, attested])
  }

  return {
    create(optionsJson, change = {}) {
      const asked = JSON.parse(optionsJson)
      const credential: Credential = {
        id: randomBytes(32),
        rpId: asked.rp.id,
        userHandle: asked.user.id,
        ...newKey(algorithm),
        algorithm,
        signCount: 0,
      }
      credentials.push(credential)
      const id = change.credentialId ?? credential.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const key = encodeCbor((change.coseKey ?? same)(coseKeyOf(credential)))
      const attested = Buffer.concat([aaguid, length, id, key])
      const flags = (change.flags ?? same)(usual | flag.attested)
      const data = authenticatorDataOf(change.rpId ?? credential.rpId, flags, change.signCount ?? 0, attested)
      const clientData = clientDataOf('webauthn.create', asked.challenge, change.clientData)
      const authData = (change.authenticatorData ?? same<Uint8Array>)(data)
      const proof: CborMap = {
        pairs: [
          ['alg', coseAlgorithm[algorithm]],
          ['sig', signed(credential, authData, clientData)],
        ],
      }
      const object: CborMap = {
        pairs: [
          ['fmt', change.isSelfAttested ? 'packed' : 'none'],
          ['attStmt', change.isSelfAttested ? proof : { pairs: [] }],
          ['authData', authData],
        ],
      }
      const bytes = encodeCbor((change.attestation ?? same)(object))
      const response = {
        clientDataJSON: base64url(clientData),
        attestationObject: base64url((change.attestationBytes ?? same<Uint8Array>)(bytes)),
      }
      return presented(id, { ...(change.response ?? same)(response), transports: ['internal', 'hybrid'] })
    },

    get(optionsJson, change = {}) {
      const asked = JSON.parse(optionsJson)
      const allowed: string[] = (asked.allowCredentials ?? []).map((one: { id: string }) => one.id)
      const credential = credentials.findLast(
        ({ id, rpId }) => rpId === asked.rpId && (allowed.length === 0 || allowed.includes(base64url(id))),
      )
      if (!credential) throw new Error('NotAllowedError')
      if (!isSynced) credential.signCount += 1
      const flags = (change.flags ?? same)(usual)
      const signCount = change.signCount ?? credential.signCount
      const plain = authenticatorDataOf(change.rpId ?? credential.rpId, flags, signCount, new Uint8Array(0))
      const data = (change.authenticatorData ?? same<Uint8Array>)(plain)
      const clientData = clientDataOf('webauthn.get', asked.challenge, change.clientData)
      const userHandle = change.userHandle === undefined ? credential.userHandle : change.userHandle
      const response = {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(data),
        signature: base64url(signed(credential, data, clientData)),
        ...(userHandle === null ? {} : { userHandle }),
      }
      return presented(change.credentialId ?? credential.id, (change.response ?? same)(response))
    },

    rewind(signCount) {
      for (const credential of credentials) credential.signCount = signCount
    },
  }
}

function presented(id: Uint8Array, response: object): string {
  const name = base64url(id)
  return JSON.stringify({
    ...{ id: name, rawId: name, type: 'public-key', authenticatorAttachment: 'platform', response },
    clientExtensionResults: {},
  })
}

function newKey(algorithm: Algorithm): { key: KeyObject } {
  if (algorithm === 'EdDSA') return { key: generateKeyPairSync('ed25519').privateKey }
  if (algorithm === 'RS256') return { key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey }
  return { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }
}

/** WebAuthn 3 §6.3.3, Figure 4. */
function signed({ algorithm, key }: Credential, authenticatorData: Uint8Array, clientData: Buffer): Buffer {
  const message = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()])
  return signBytes(algorithm === 'EdDSA' ? null : 'sha256', message, key)
}

/** COSE_Key (RFC 9053) of the public half. */
function coseKeyOf({ key, algorithm }: Credential): CborMap {
  const jwk: JsonWebKey = createPrivateKey(key.export({ type: 'pkcs8', format: 'pem' })).export({ format: 'jwk' })
  const part = (name: 'x' | 'y' | 'n' | 'e'): Buffer => Buffer.from(String(jwk[name]), 'base64url')
  if (algorithm === 'EdDSA')
    return {
      pairs: [
        [1, 1],
        [3, -8],
        [-1, 6],
        [-2, part('x')],
      ],
    }
  if (algorithm === 'RS256')
    return {
      pairs: [
        [1, 3],
        [3, -257],
        [-1, part('n')],
        [-2, part('e')],
      ],
    }
  return {
    pairs: [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, part('x')],
      [-3, part('y')],
    ],
  }
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}

function same<T>(value: T): T {
  return value
}
