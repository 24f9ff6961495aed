import { expect, it } from 'vitest'
import { bootstrap, hostile, tailwind } from '../hostile-sheets.ts'
import { prepareComparison } from '../style-comparison.ts'

const changedBy = prepareComparison()

it.each([
  ['a page that takes everything over', hostile],
  ['Tailwind', tailwind],
  ['Bootstrap', bootstrap],
])('renders every gallery item in a shadow root identically under the style sheet of %s', async (_, css) => {
  const { shown, changed } = await changedBy(css, { dom: 'shadow' })
  expect(shown).toBeGreaterThan(20)
  expect(changed).toEqual([])
})

it.each([
  ['Tailwind', tailwind],
  ['Bootstrap', bootstrap],
])('renders every gallery item in the page identically under the style sheet of %s', async (_, css) => {
  const { shown, changed } = await changedBy(css, { dom: 'light' })
  expect(shown).toBeGreaterThan(20)
  expect(changed).toEqual([])
})

it('detects a difference', async () => {
  const { shown, changed } = await changedBy('.latchkey-label { opacity: 0.9 !important }', { dom: 'light' })
  expect([shown > changed.length, changed.length > 50]).toEqual([true, true])
})
