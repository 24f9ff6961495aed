import type { CaptchaChallengeResponse } from '@latchkey/contract'
import { captchaSolution } from '@latchkey/contract/schemas'
import type { Random } from '../core/clock-and-random.ts'
import { equalDigests, hmacHex, sha256Hex } from '../core/hash.ts'
import type { DataOf } from '../core/route.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { ProjectRecord } from '../storage/records.ts'
import { consumeNonce } from '../tokens/consume.ts'
import type { CaptchaVerifier } from './captcha-verifier.ts'

const lifetimeMs = 5 * 60_000
/** At most a second of work in a current browser; it makes a million guesses cost a million seconds. */
export const defaultDifficulty = 50_000

type ProofContext = Pick<ProviderContext, 'vault' | 'clock'>

/**
 * The challenge is signed and not stored; only used solutions are. The salt ends with `&`, so that no digit of the number
 * can be moved into the expiry.
 */
export function newProofChallenge(
  { vault, clock, random }: ProofContext & { random: Random },
  project: ProjectRecord,
  { action, difficulty }: { action: string; difficulty: number },
): DataOf<CaptchaChallengeResponse> {
  const expires = Math.ceil((clock.now() + lifetimeMs) / 1_000)
  const salt = `${Buffer.from(random.bytes(12)).toString('hex')}?expires=${expires}&action=${action}&`
  const number = uniform(random, difficulty)
  const challenge = sha256Hex(`${salt}${number}`)
  const signature = sign(vault, project, challenge)
  return { algorithm: 'SHA-256', challenge, salt, maxnumber: difficulty, signature }
}

/** Accepts each solution once. */
export function createProofVerifier(
  context: ProofContext & Pick<ProviderContext, 'storage'>,
  project: ProjectRecord,
): CaptchaVerifier {
  return {
    async verify(token, action) {
      const solution = readSolution(token)
      if (solution === null) return false
      const { challenge, salt, number, signature } = solution
      const [, expires, signedAction] = /^[0-9a-f]{24}\?expires=(\d{1,12})&action=(\w+)&$/.exec(salt) ?? []
      const expiresAt = Number(expires) * 1_000
      if (signedAction !== action || !(expiresAt > context.clock.now())) return false
      if (!equalDigests(challenge, sha256Hex(`${salt}${number}`))) return false
      if (!isSigned(context.vault, project, challenge, signature)) return false
      return context.storage.transaction((tx) => consumeNonce(tx, project.id, `captcha:${challenge}`, expiresAt))
    },
  }
}

function readSolution(token: string) {
  try {
    const parsed = captchaSolution.safeParse(JSON.parse(Buffer.from(token, 'base64').toString()))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

function sign(vault: ProviderContext['vault'], { id }: ProjectRecord, challenge: string): string {
  return hmacHex(vault.derive(signingLabel(id)), challenge)
}

/** Tries all master keys, so that a challenge from before a key rotation stays valid. */
function isSigned(vault: ProviderContext['vault'], { id }: ProjectRecord, challenge: string, signature: string) {
  return vault.deriveAll(signingLabel(id)).some((key) => equalDigests(signature, hmacHex(key, challenge)))
}

function signingLabel(projectId: string): string {
  return `proof of work:${projectId}`
}

/** From 0 to `most`, both included. The modulo bias of a 64-bit number is negligible. */
function uniform(random: Random, most: number): number {
  return Number(Buffer.from(random.bytes(8)).readBigUInt64BE() % BigInt(most + 1))
}
