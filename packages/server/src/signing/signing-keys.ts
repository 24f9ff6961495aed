import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import type { JsonObject } from '@latchkey/contract'
import type { Clock } from '../core/clock-and-random.ts'
import { createCoalescedRead } from '../core/coalesced-read.ts'
import type { Vault } from '../core/vault.ts'
import type { ProjectRecord, SigningKeyRecord } from '../storage/records.ts'
import type { Storage, StorageVerbs } from '../storage/storage.ts'
import { newSigningKey, signingKeyContext } from './new-signing-key.ts'

type Algorithm = SigningKeyRecord['algorithm']

/** What a token says it is, so that none passes for another (RFC 8725 §3.11). */
export type TokenType = 'JWT' | 'at+jwt' | 'logout+jwt'

export interface SigningKeys {
  /** A compact JWS over these claims, by the project's active key. */
  sign(projectId: string, algorithm: Algorithm, claims: object, typ: TokenType): Promise<string>
  /** The public halves of every key that signs, has signed lately, or will sign next. */
  jwks(projectId: string): Promise<{ keys: JsonObject[] }>
}

interface Signer {
  key: KeyObject
  /** The protected header, encoded once. */
  header: string
}

const cacheMs = 5_000
/** By now those who cache lists for seconds only have read a key's public half. */
const knownEverywhereMs = 2 * cacheMs
const projectsKept = 10_000
const day = 24 * 60 * 60_000
/** A next key is published this long before it signs, so that every verifier has it by then. */
const publishedAheadMs = day
/** How long a key signs before the next one takes over by itself. */
const signingMs = 90 * day
/** Long enough for id_token_hint; session tokens are gone after minutes. */
const retiringMs = 30 * day

/**
 * Who signs has its keys cached as projects are, and opens a signer once. Who verifies has them read anew: a key may
 * have begun to sign in another process a moment ago. Signatures are made synchronously: that is faster.
 */
export function createSigningKeys(deps: { storage: Storage; vault: Vault; clock: Clock }): SigningKeys {
  const { storage, vault, clock } = deps
  const lists = new Map<string, { at: number; keys: SigningKeyRecord[] }>()
  const signers = new Map<string, Signer>()
  const beingMade = new Map<string, Promise<SigningKeyRecord>>()

  async function cachedKeys(projectId: string): Promise<SigningKeyRecord[]> {
    const now = clock.now()
    const cached = lists.get(projectId)
    return cached && now >= cached.at && now - cached.at < cacheMs ? cached.keys : readKeys(projectId)
  }

  const readKeys = createCoalescedRead(async (projectId) => {
    const now = clock.now()
    try {
      const keys = await storage.keys.list(projectId)
      // Anybody may ask for any project's keys: an id without keys is not remembered.
      if (keys.length === 0) return keys
      if (lists.size >= projectsKept) lists.clear()
      lists.set(projectId, { at: now, keys })
      return keys
    } catch (error) {
      // Verifiers elsewhere go on while the store is away.
      const cached = lists.get(projectId)
      if (cached) return cached.keys
      throw error
    }
  })

  /** A project whose algorithm was changed has no key of the new kind until the first signature. */
  async function activeKey(projectId: string, algorithm: Algorithm): Promise<SigningKeyRecord> {
    const keys = ofKind(await cachedKeys(projectId), algorithm)
    const found = keys.find(isActive)
    if (!found) return firstKey(projectId, algorithm)
    if (isKnown(found)) return found
    return keys.findLast((key) => key.state === 'retiring' && isKnown(key) && canOpen(vault, key)) ?? found
  }

  /** Made once, with the one that will follow it, however many ask for it at the same moment. */
  function firstKey(projectId: string, algorithm: Algorithm): Promise<SigningKeyRecord> {
    const name = `${projectId}:${algorithm}`
    const known = beingMade.get(name)
    if (known) return known
    const making = makeFirstKey(projectId, algorithm).finally(() => {
      beingMade.delete(name)
      lists.delete(projectId)
    })
    beingMade.set(name, making)
    return making
  }

  async function makeFirstKey(projectId: string, algorithm: Algorithm): Promise<SigningKeyRecord> {
    const now = clock.now()
    const made = await newSigningKey({ projectId, algorithm, state: 'active', vault, now })
    const next = await newSigningKey({ projectId, algorithm, state: 'next', vault, now })
    return storage.transaction(async (tx) => {
      const keys = ofKind(await tx.keys.list(projectId), algorithm)
      const found = keys.find(isActive)
      if (found) return found
      await tx.keys.insert(made)
      if (!keys.some(isNext)) await tx.keys.insert(next)
      return made
    })
  }

  /**
   * A key that was forced to sign right after it was made is not in the lists that verifiers elsewhere have cached: the
   * one before it signs a few seconds longer.
   */
  function isKnown({ createdAt }: SigningKeyRecord): boolean {
    return clock.now() - createdAt >= knownEverywhereMs
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
    if (signers.size >= projectsKept) signers.clear()
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

/** Nobody has to verify by it any more. */
function isPast({ state, retiredAt }: SigningKeyRecord, now: number): boolean {
  return state === 'retiring' && retiredAt !== null && now - retiredAt >= retiringMs
}

function ofKind(keys: readonly SigningKeyRecord[], algorithm: Algorithm): SigningKeyRecord[] {
  return keys.filter((key) => key.algorithm === algorithm)
}

/** Some verifier may not have the next key yet. */
export class SigningKeyTooYoungError extends Error {
  constructor() {
    super('the next signing key was published less than a day ago; force to use it all the same')
    this.name = 'SigningKeyTooYoungError'
  }
}

/** Another process has rotated between our look at the keys and our change of them: nothing of ours is kept. */
class OvertakenError extends Error {}

/** What else belongs to the transaction that lets a key sign. */
type Rotated = (tx: StorageVerbs, active: string) => Promise<void>

/**
 * The next key begins to sign, the active one only verifies from now on, and a new next one is published.
 * Without `force` a next key younger than a day is left to ripen: some verifier may not have it yet. Where there is
 * none it is published, and refused as one that is too young.
 */
export async function rotateSigningKey(
  deps: { storage: Storage; vault: Vault; clock: Clock },
  projectId: string,
  options: { algorithm: Algorithm; force?: boolean; onRotated?: Rotated },
): Promise<{ active: string }> {
  const { storage, vault, clock } = deps
  const { algorithm, force = false, onRotated } = options
  const now = clock.now()
  const isRipening = (next: SigningKeyRecord | undefined): boolean =>
    !force && next !== undefined && now - next.createdAt < publishedAheadMs
  // Before keys are made that nobody wants.
  if (isRipening(ofKind(await storage.keys.list(projectId), algorithm).find(isNext)))
    throw new SigningKeyTooYoungError()
  const fresh = await newSigningKey({ projectId, algorithm, state: 'next', vault, now })
  const spare = await newSigningKey({ projectId, algorithm, state: 'active', vault, now })
  const rotateOnce = () =>
    storage.transaction(async (tx) => {
      const keys = ofKind(await tx.keys.list(projectId), algorithm)
      const next = keys.find(isNext)
      if (isRipening(next)) return null
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
  // Again where another process rotated meanwhile: by what it left, and not by what was read before it.
  const rotate = (): ReturnType<typeof rotateOnce> =>
    rotateOnce().catch((error) => {
      if (error instanceof OvertakenError) return rotate()
      throw error
    })
  const active = await rotate()
  // After the commit: a key that was published just now stays so.
  if (active === null) throw new SigningKeyTooYoungError()
  return { active }
}

/**
 * Do the master keys open every key that signs, or is about to? To be asked before a start: a provider that cannot
 * sign would spend people's links and codes and give them nothing.
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
 * Rotates every project whose key has signed long enough, publishes a next key where there is none, and takes keys
 * away that have verified long enough. Returns the ids of the projects whose key is another.
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
    // An application may want its tokens by the other algorithm: its key grows old too.
    for (const algorithm of new Set([settings.jwtAlgorithm, ...all.map((key) => key.algorithm)])) {
      const keys = ofKind(all, algorithm)
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
    if (!ofKind(await tx.keys.list(projectId), algorithm).some(isNext)) await tx.keys.insert(made)
  })
}
