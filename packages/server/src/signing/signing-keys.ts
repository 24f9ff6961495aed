import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import type { JsonObject } from '@latchkey/contract'
import type { Clock } from '../core/clock-and-random.ts'
import { createCoalescedRead } from '../core/coalesced-read.ts'
import type { Vault } from '../core/vault.ts'
import type { ProjectRecord, SigningKeyRecord } from '../storage/records.ts'
import type { Storage, StorageVerbs } from '../storage/storage.ts'
import { newSigningKey, signingKeyContext } from './new-signing-key.ts'

type Algorithm = SigningKeyRecord['algorithm']

/** The `typ` header, so that a token of one kind is not accepted as another (RFC 8725 §3.11). */
export type TokenType = 'JWT' | 'at+jwt' | 'logout+jwt'

export interface SigningKeys {
  /** A compact JWS of these claims, signed with the project's active key. */
  sign(projectId: string, algorithm: Algorithm, claims: object, typ: TokenType): Promise<string>
  /** The public keys of every key that signs, has signed recently, or will sign next. */
  jwks(projectId: string): Promise<{ keys: JsonObject[] }>
}

interface Signer {
  key: KeyObject
  /** The protected header, encoded once. */
  header: string
}

const cacheMs = 5_000
/** After this time all processes that cache key lists have read a new key. */
const propagationMs = 2 * cacheMs
const maxCachedProjects = 10_000
const day = 24 * 60 * 60_000
/** A next key is published this long before it signs, so that every verifier has it. */
const publishedAheadMs = day
/** How long a key signs before the next one replaces it automatically. */
const signingMs = 90 * day
/** Long enough for `id_token_hint`; session JWTs expire after minutes. */
const retiringMs = 30 * day

/**
 * Signing uses a cached list of keys, like that of projects, and opens a private key once. Verifiers get the current
 * list: a key may have started to sign in another process a moment ago. Signing is synchronous because that is faster.
 */
export function createSigningKeys(deps: { storage: Storage; vault: Vault; clock: Clock }): SigningKeys {
  const { storage, vault, clock } = deps
  const lists = new Map<string, { at: number; keys: SigningKeyRecord[] }>()
  const signers = new Map<string, Signer>()
  const pendingKeys = new Map<string, Promise<SigningKeyRecord>>()

  async function cachedKeys(projectId: string): Promise<SigningKeyRecord[]> {
    const now = clock.now()
    const cached = lists.get(projectId)
    return cached && now >= cached.at && now - cached.at < cacheMs ? cached.keys : readKeys(projectId)
  }

  const readKeys = createCoalescedRead(async (projectId) => {
    const now = clock.now()
    try {
      const keys = await storage.keys.list(projectId)
      // Any caller can request the keys of any project id: an id without keys is not cached.
      if (keys.length === 0) return keys
      if (lists.size >= maxCachedProjects) lists.clear()
      lists.set(projectId, { at: now, keys })
      return keys
    } catch (error) {
      // Verifiers continue to work while the database is unavailable.
      const cached = lists.get(projectId)
      if (cached) return cached.keys
      throw error
    }
  })

  /** After a change of the algorithm, a project has no key of the new kind until the first signature. */
  async function activeKey(projectId: string, algorithm: Algorithm): Promise<SigningKeyRecord> {
    const keys = filterByAlgorithm(await cachedKeys(projectId), algorithm)
    const found = keys.find(isActive)
    if (!found) return firstKey(projectId, algorithm)
    if (isPropagated(found)) return found
    return keys.findLast((key) => key.state === 'retiring' && isPropagated(key) && canOpen(vault, key)) ?? found
  }

  /** Concurrent calls share one creation, which also creates the next key. */
  function firstKey(projectId: string, algorithm: Algorithm): Promise<SigningKeyRecord> {
    const name = `${projectId}:${algorithm}`
    const known = pendingKeys.get(name)
    if (known) return known
    const making = makeFirstKey(projectId, algorithm).finally(() => {
      pendingKeys.delete(name)
      lists.delete(projectId)
    })
    pendingKeys.set(name, making)
    return making
  }

  async function makeFirstKey(projectId: string, algorithm: Algorithm): Promise<SigningKeyRecord> {
    const now = clock.now()
    const made = await newSigningKey({ projectId, algorithm, state: 'active', vault, now })
    const next = await newSigningKey({ projectId, algorithm, state: 'next', vault, now })
    return storage.transaction(async (tx) => {
      const keys = filterByAlgorithm(await tx.keys.list(projectId), algorithm)
      const found = keys.find(isActive)
      if (found) return found
      await tx.keys.insert(made)
      if (!keys.some(isNext)) await tx.keys.insert(next)
      return made
    })
  }

  /**
   * A key that was forced to sign right after its creation is missing in the lists that other processes have cached: the
   * previous key signs a few seconds longer.
   */
  function isPropagated({ createdAt }: SigningKeyRecord): boolean {
    return clock.now() - createdAt >= propagationMs
  }

  function signerOf(key: SigningKeyRecord, typ: string): Signer {
    const name = `${key.projectId}:${key.kid}:${typ}`
    const known = signers.get(name)
    if (known) return known
    const header = { alg: key.algorithm, kid: key.kid, typ }
    const signer = {
      key: createPrivateKey(vault.open(key.privateKeySealed, signingKeyContext(key.projectId, key.kid))),
      header: Buffer.from(JSON.stringify(header)).toString('base64url'),
    }
    if (signers.size >= maxCachedProjects) signers.clear()
    signers.set(name, signer)
    return signer
  }

  return {
    async sign(projectId, algorithm, claims, typ) {
      const { key, header } = signerOf(await activeKey(projectId, algorithm), typ)
      const input = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
      const signature = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' })
      return `${input}.${signature.toString('base64url')}`
    },
    async jwks(projectId) {
      const keys = await readKeys(projectId)
      return { keys: keys.filter(({ state }) => state !== 'gone').map(({ publicJwk }) => publicJwk) }
    },
  }
}

const isActive = ({ state }: SigningKeyRecord): boolean => state === 'active'
const isNext = ({ state }: SigningKeyRecord): boolean => state === 'next'

/** No verifier needs the key any more. */
function isPast({ state, retiredAt }: SigningKeyRecord, now: number): boolean {
  return state === 'retiring' && retiredAt !== null && now - retiredAt >= retiringMs
}

function filterByAlgorithm(keys: readonly SigningKeyRecord[], algorithm: Algorithm): SigningKeyRecord[] {
  return keys.filter((key) => key.algorithm === algorithm)
}

/** Some verifier may not have the next key yet. */
export class SigningKeyTooYoungError extends Error {
  constructor() {
    super('The next signing key was published less than a day ago. Use force to rotate anyway.')
    this.name = 'SigningKeyTooYoungError'
  }
}

/** Another process rotated between our read and our write: the transaction is rolled back. */
class OvertakenError extends Error {}

/** Additional work of the transaction that activates a key. */
type Rotated = (tx: StorageVerbs, active: string) => Promise<void>

/**
 * The next key starts to sign, the active one only verifies from now on, and a new next key is published. Without
 * `force` a next key younger than a day is rejected: some verifier may not have it yet. If there is no next key, one is
 * published and rejected as too young.
 */
export async function rotateSigningKey(
  deps: { storage: Storage; vault: Vault; clock: Clock },
  projectId: string,
  options: { algorithm: Algorithm; force?: boolean; onRotated?: Rotated },
): Promise<{ active: string }> {
  const { storage, vault, clock } = deps
  const { algorithm, force = false, onRotated } = options
  const now = clock.now()
  const isTooYoung = (next: SigningKeyRecord | undefined): boolean =>
    !force && next !== undefined && now - next.createdAt < publishedAheadMs
  // Checked before the expensive creation of keys.
  if (isTooYoung(filterByAlgorithm(await storage.keys.list(projectId), algorithm).find(isNext)))
    throw new SigningKeyTooYoungError()
  const fresh = await newSigningKey({ projectId, algorithm, state: 'next', vault, now })
  const spare = await newSigningKey({ projectId, algorithm, state: 'active', vault, now })
  const rotateOnce = () =>
    storage.transaction(async (tx) => {
      const keys = filterByAlgorithm(await tx.keys.list(projectId), algorithm)
      const next = keys.find(isNext)
      if (isTooYoung(next)) return null
      if (!force && !next && keys.some(isActive)) {
        await tx.keys.insert(fresh)
        return null
      }
      const change = async ({ kid }: SigningKeyRecord, state: SigningKeyRecord['state']): Promise<void> => {
        if (!(await tx.keys.setState(projectId, kid, state, now))) throw new OvertakenError()
      }
      for (const key of keys) {
        if (isActive(key)) await change(key, 'retiring')
        if (isPast(key, now)) await change(key, 'gone')
      }
      if (next) await change(next, 'active')
      else await tx.keys.insert(spare)
      await tx.keys.insert(fresh)
      const kid = next?.kid ?? spare.kid
      await onRotated?.(tx, kid)
      return kid
    })
  // Retries with the current rows if another process rotated meanwhile.
  const rotate = (): ReturnType<typeof rotateOnce> =>
    rotateOnce().catch((error) => {
      if (error instanceof OvertakenError) return rotate()
      throw error
    })
  const active = await rotate()
  // After the commit, so that a key that was just published stays.
  if (active === null) throw new SigningKeyTooYoungError()
  return { active }
}

/**
 * Whether the master keys open every active and next signing key. Checked at startup: a provider that cannot sign would
 * consume links and passcodes without issuing sessions.
 */
export async function canOpenSigningKeys(deps: { storage: Storage; vault: Vault }): Promise<boolean> {
  const { storage, vault } = deps
  for (const { id } of await storage.projects.list()) {
    const keys = (await storage.keys.list(id)).filter(({ state }) => state === 'active' || state === 'next')
    if (!keys.every((key) => canOpen(vault, key))) return false
  }
  return true
}

function canOpen(vault: Vault, { privateKeySealed, projectId, kid }: SigningKeyRecord): boolean {
  try {
    vault.open(privateKeySealed, signingKeyContext(projectId, kid))
    return true
  } catch {
    return false
  }
}

/**
 * Rotates the keys that have signed long enough, publishes missing next keys, and removes keys that have verified long
 * enough. Returns the ids of the projects with a new active key.
 */
export async function rotateDueKeys(
  deps: { storage: Storage; vault: Vault; clock: Clock },
  onRotated: (tx: StorageVerbs, project: ProjectRecord, active: string) => Promise<void> = async () => {},
): Promise<string[]> {
  const { storage, clock } = deps
  const now = clock.now()
  const rotated: string[] = []
  for (const project of await storage.projects.list()) {
    const { id, settings } = project
    const all = await storage.keys.list(id)
    for (const key of all) if (isPast(key, now)) await storage.keys.setState(id, key.kid, 'gone', now)
    // A client application may use the other algorithm, whose key must rotate too.
    for (const algorithm of new Set([settings.jwtAlgorithm, ...all.map((key) => key.algorithm)])) {
      const keys = filterByAlgorithm(all, algorithm)
      const active = keys.find(isActive)
      const next = keys.find(isNext)
      if (active && !next) await publishNext(deps, id, algorithm)
      const isDue = active !== undefined && now - (active.activatedAt ?? active.createdAt) >= signingMs
      if (!isDue || !next || now - next.createdAt < publishedAheadMs) continue
      await rotateSigningKey(deps, id, { algorithm, onRotated: (tx, kid) => onRotated(tx, project, kid) })
      rotated.push(id)
    }
  }
  return rotated
}

async function publishNext(
  deps: { storage: Storage; vault: Vault; clock: Clock },
  projectId: string,
  algorithm: Algorithm,
): Promise<void> {
  const { storage, vault, clock } = deps
  const made = await newSigningKey({ projectId, algorithm, state: 'next', vault, now: clock.now() })
  await storage.transaction(async (tx) => {
    if (!filterByAlgorithm(await tx.keys.list(projectId), algorithm).some(isNext)) await tx.keys.insert(made)
  })
}
