import type { LudsRequirements, PasswordsStrengthCheckResponse } from '@latchkey/contract'
import type { DataOf } from '../core/route.ts'
import { defaultPasswordPolicy } from '../projects/default-settings.ts'
import type { PasswordPolicy, ProjectRecord } from '../storage/records.ts'
import type { BreachCheck, BreachFinding } from './breach.ts'
import type { PasswordEngine } from './password-engine.ts'
import { feedbackWords } from './strength/feedback-words.ts'

/** Longer passwords are rejected, never truncated. */
export const longestPassword = 128
/** The minimum score of zxcvbn. */
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
 * Checks a password against the policy of a project. Breaches are looked up only with an email address: without one the
 * response would be an oracle over the list.
 */
export async function judgePassword(
  context: { passwords: Pick<PasswordEngine, 'estimate'>; breaches: BreachCheck },
  policy: PasswordPolicy,
  password: string,
  about: { email: string | null; projectName: string },
): Promise<Judgement> {
  const checksBreaches = about.email !== null && policy.breachDetectionOnCreate
  const estimate = await context.passwords.estimate(password, userInputs(about))
  const breach = checksBreaches ? await context.breaches.look(password, estimate) : 'clean'
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
      // A strong but short password gets no suggestion from the estimate, so the policy adds one.
      suggestions: !isEnough && estimate.suggestions.length === 0 ? [anotherWord] : estimate.suggestions,
      luds_requirements: luds,
    },
  }
  return { verdict, breach }
}

/** Counts lower case, upper case, digits and symbols; letters without case count as neither. */
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

/** An attacker can know the email address and the project, so they make a password weaker. */
function userInputs({ email, projectName }: { email: string | null; projectName: string }): string[] {
  const parts = email === null ? [] : [email, ...email.split(/[@.+_-]/)]
  return [...parts, projectName, ...projectName.split(/\s+/)].filter((part) => part.length > 2)
}

/** Counts an emoji as one character. */
function codePoints(text: string): number {
  return [...text.normalize('NFKC')].length
}
