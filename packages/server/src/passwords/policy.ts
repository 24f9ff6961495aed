import type { LudsRequirements, PasswordsStrengthCheckResponse } from '@latchkey/contract'
import type { DataOf } from '../core/route.ts'
import { defaultPasswordPolicy } from '../projects/default-settings.ts'
import type { PasswordPolicy, ProjectRecord } from '../storage/records.ts'
import type { BreachCheck, BreachFinding } from './breach.ts'
import { feedbackWords } from './feedback-words.ts'
import type { PasswordEngine } from './password-engine.ts'

/** Longer ones are refused, never cut. */
export const longestPassword = 128
/** What zxcvbn has to say at least. */
export const enoughScore = 3

const tooLong = `Passwords have ${longestPassword} characters at most`

export interface Judgement {
  verdict: DataOf<PasswordsStrengthCheckResponse>
  breach: BreachFinding
}

export function passwordPolicyOf({ settings }: Pick<ProjectRecord, 'settings'>): PasswordPolicy {
  return settings.passwordPolicy ?? defaultPasswordPolicy
}

/**
 * What a project's policy says of a password. A breach is looked for only where an e-mail address is known: without
 * one the answer would be an oracle over the list.
 */
export async function judgePassword(
  context: { passwords: Pick<PasswordEngine, 'estimate'>; breaches: BreachCheck },
  policy: PasswordPolicy,
  password: string,
  about: { email: string | null; projectName: string },
): Promise<Judgement> {
  const looks = about.email !== null && policy.breachDetectionOnCreate
  const estimate = await context.passwords.estimate(password, personal(about))
  const breach = looks ? await context.breaches.look(password, estimate) : 'clean'
  const isBreached = breach === 'breached'
  const luds = ludsRequirements(policy, password)
  const length = codePoints(password)
  const isEnough =
    policy.strength === 'luds'
      ? luds.missing_characters === 0 && luds.missing_complexity === 0
      : estimate.score >= enoughScore && length >= policy.minimumLength
  const fits = length <= longestPassword
  const { anotherWord } = feedbackWords.suggestions
  const verdict = {
    valid_password: isEnough && fits && !isBreached,
    score: estimate.score,
    breached_password: isBreached,
    breach_detection_on_create: policy.breachDetectionOnCreate,
    strength_policy: policy.strength,
    feedback: {
      warning: fits ? estimate.warning : tooLong,
      // Strong but short: the estimate has nothing to add, the policy has.
      suggestions: !isEnough && estimate.suggestions.length === 0 ? [anotherWord] : estimate.suggestions,
      luds_requirements: luds,
    },
  }
  return { verdict, breach }
}

/** Lower case, upper case, digits and symbols; letters without case count as none of them. */
export function ludsRequirements(
  policy: Pick<PasswordPolicy, 'ludsComplexity' | 'ludsMinimumCount'>,
  password: string,
): LudsRequirements {
  const has = {
    has_digit: /\p{Nd}/u.test(password),
    has_lower_case: /\p{Ll}/u.test(password),
    has_symbol: /[^\p{L}\p{M}\p{N}]/u.test(password),
    has_upper_case: /\p{Lu}/u.test(password),
  }
  const kinds = Object.values(has).filter(Boolean).length
  return {
    ...has,
    missing_characters: Math.max(0, policy.ludsMinimumCount - codePoints(password)),
    missing_complexity: Math.max(0, policy.ludsComplexity - kinds),
  }
}

/** What others know of the person and the page is no secret. */
function personal({ email, projectName }: { email: string | null; projectName: string }): string[] {
  const parts = email === null ? [] : [email, ...email.split(/[@.+_-]/)]
  return [...parts, projectName, ...projectName.split(/\s+/)].filter((part) => part.length > 2)
}

/** As people count: an emoji is one. */
function codePoints(text: string): number {
  return [...text.normalize('NFKC')].length
}
