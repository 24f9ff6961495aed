import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PasswordStrength } from './password-strength.tsx'
import type { Verdict } from './strength.flow.ts'

/** The text content: screen readers announce only that when a live region changes. */
function said(verdict: Partial<Verdict>, missing_characters = 0, missing_complexity = 0, warning = ''): string[] {
  const has = { has_digit: true, has_lower_case: true, has_symbol: true, has_upper_case: true }
  const html = renderToStaticMarkup(
    <PasswordStrength
      id="strength"
      bootstrap={{ passwordConfig: { ludsMinimumCount: 10, ludsComplexity: 3 } }}
      strength={{
        status: 'known',
        call: 1,
        verdict: {
          ...{ score: 0, valid_password: false, strength_policy: 'zxcvbn', breached_password: false },
          ...verdict,
          feedback: {
            warning,
            suggestions: [],
            luds_requirements: { ...has, missing_characters, missing_complexity },
          },
        },
      }}
    />,
  )
  return html
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter(Boolean)
}

it('has another text for each score', () => {
  expect([said({ score: 1 }), said({ score: 4 })]).toEqual([
    ['Password strength: 1 of 4'],
    ['Password strength: 4 of 4'],
  ])
})

it('calls a password good only if the provider has accepted it', () => {
  const accepted = { valid_password: true }
  expect([said({ score: 3, ...accepted }), said({ score: 4, ...accepted }), said({ score: 4 })]).toEqual([
    ['Password strength: 3 of 4', 'Good password'],
    ['Password strength: 4 of 4', 'Strong password'],
    ['Password strength: 4 of 4'],
  ])
})

it('separates what only a screen reader says from the text that follows', () => {
  const html = renderToStaticMarkup(
    <PasswordStrength
      id="strength"
      bootstrap={{}}
      strength={{
        status: 'known',
        call: 1,
        verdict: {
          ...{ score: 4, valid_password: true, strength_policy: 'zxcvbn', breached_password: false },
          feedback: { warning: '', suggestions: [] },
        } as unknown as Verdict,
      }}
    />,
  )
  expect(html.replace(/<[^>]*>/g, '')).toBe('Password strength: 4 of 4 Strong password')
})

it.each(['unknown', 'waiting', 'checking'] as const)('is never empty before the first verdict: %s', (status) => {
  const html = renderToStaticMarkup(
    <PasswordStrength id="strength" bootstrap={{}} strength={{ status, call: 0, verdict: null }} />,
  )
  expect(html).toContain(status === 'unknown' ? 'Use 8 characters or more.' : 'Checking…')
  expect(html).toContain(`data-state="${status}"`)
})

it('has a text for each rule that says whether it is met', () => {
  const [length, kinds] = [
    'Must be at least 10 character(s) long',
    'Must contain 3 of the following: uppercase letter, lowercase letter, number, symbol',
  ]
  const luds = { strength_policy: 'luds' } as const
  expect([said(luds, 2, 1), said(luds)]).toEqual([
    ['Not met yet', length, 'Not met yet', kinds],
    ['Met', length, 'Met', kinds],
  ])
})

it.each(['__proto__', 'constructor', 'toString', '{email}'])('shows an unknown text as received: %s', (text) => {
  expect(said({}, 0, 0, text)).toEqual(['Password strength: 0 of 4', text])
})
