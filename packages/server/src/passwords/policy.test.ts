import { describe, expect, it } from 'vitest'
import { defaultPasswordPolicy } from '../projects/default-settings.ts'
import type { BreachFinding } from './breach.ts'
import { judgePassword, ludsRequirements } from './policy.ts'

const luds = { ...defaultPasswordPolicy, strength: 'luds' as const, ludsComplexity: 3, ludsMinimumCount: 10 }

function context(score: number, finding: BreachFinding = 'clean') {
  const inputs: string[][] = []
  return {
    inputs,
    passwords: {
      async estimate(_password: string, known: readonly string[]) {
        inputs.push([...known])
        return { score, warning: '', suggestions: [], isCommon: false }
      },
    },
    breaches: { look: async () => finding },
  }
}

const about = { email: 'ada.lovelace@example.com', projectName: 'Acme Works' }

describe('judgePassword', () => {
  it('requires a score of 3 and eight characters', async () => {
    const valid = async (score: number, password: string) =>
      (await judgePassword(context(score), defaultPasswordPolicy, password, about)).verdict.valid_password
    expect(await Promise.all([valid(3, '12345678'), valid(2, '12345678'), valid(4, '1234567')])).toEqual([
      ...[true, false, false],
    ])
  })

  it('accepts 128 characters and rejects 129, counting an emoji as one', async () => {
    const judged = async (password: string) =>
      (await judgePassword(context(4), defaultPasswordPolicy, password, about)).verdict
    expect((await judged('🔑'.repeat(128))).valid_password).toBe(true)
    const long = await judged('a'.repeat(129))
    expect([long.valid_password, long.feedback.warning]).toEqual([false, 'Passwords have 128 characters at most'])
  })

  it('passes the email address and project name to the estimate', async () => {
    const harness = context(4)
    await judgePassword(harness, defaultPasswordPolicy, 'x', about)
    expect(harness.inputs).toEqual([
      ['ada.lovelace@example.com', 'ada', 'lovelace', 'example', 'com', 'Acme Works', 'Acme', 'Works'],
    ])
  })

  it('looks up breaches only with an email address and if the project enables it', async () => {
    const breached = async (email: string | null, breachDetectionOnCreate: boolean) => {
      const policy = { ...defaultPasswordPolicy, breachDetectionOnCreate }
      const { verdict } = await judgePassword(context(4, 'breached'), policy, 'long enough', { ...about, email })
      return [verdict.breached_password, verdict.valid_password, verdict.breach_detection_on_create]
    }
    expect(await breached('ada@example.com', true)).toEqual([true, false, true])
    expect(await breached(null, true)).toEqual([false, true, true])
    expect(await breached('ada@example.com', false)).toEqual([false, true, false])
  })

  it('counts kinds of characters instead of the score if the policy is luds', async () => {
    const judged = async (password: string) => (await judgePassword(context(0), luds, password, about)).verdict
    expect((await judged('Abcdefgh12')).valid_password).toBe(true)
    expect((await judged('abcdefgh12')).valid_password).toBe(false)
    expect((await judged('Abcdef12')).feedback.luds_requirements).toEqual({
      ...{ has_digit: true, has_lower_case: true, has_symbol: false, has_upper_case: true },
      ...{ missing_characters: 2, missing_complexity: 0 },
    })
    expect((await judged('x')).strength_policy).toBe('luds')
  })
})

it('counts symbols of any script, but not letters without case', () => {
  expect(ludsRequirements(luds, 'Ж ж ٣')).toEqual({
    ...{ has_digit: true, has_lower_case: true, has_symbol: true, has_upper_case: true },
    ...{ missing_characters: 5, missing_complexity: 0 },
  })
  expect(ludsRequirements(luds, '密码密码密码密码密码')).toMatchObject({ missing_characters: 0, missing_complexity: 3 })
})
