import { expect, it } from 'vitest'
import { hostile, tailwind } from './hostile-sheets.ts'
import { prepareComparison } from './style-comparison.ts'

const changedBy = prepareComparison()

it('renders the login screens in a shadow root identically under the style sheet of a page that takes everything over', async () => {
  const { shown, changed } = await changedBy(hostile, { dom: 'shadow', only: 'login/main' })
  expect(shown).toBeGreaterThan(20)
  expect(changed).toEqual([])
})

it('renders the login screens in the page identically under the style sheet of Tailwind', async () => {
  const { shown, changed } = await changedBy(tailwind, { dom: 'light', only: 'login/main' })
  expect(shown).toBeGreaterThan(20)
  expect(changed).toEqual([])
})

it('detects a difference', async () => {
  const { shown, changed } = await changedBy('.latchkey-label { opacity: 0.9 !important }', {
    dom: 'light',
    only: 'login/main',
  })
  expect([shown > changed.length, changed.length > 10]).toEqual([true, true])
})
