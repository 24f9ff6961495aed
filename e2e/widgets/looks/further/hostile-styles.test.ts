import { expect, it } from 'vitest'
import { bootstrap, tailwind } from '../hostile-sheets.ts'
import { prepareComparison } from '../style-comparison.ts'

const changedBy = prepareComparison()

it.each([
  ['Tailwind', tailwind],
  ['Bootstrap', bootstrap],
])('renders every gallery item in a shadow root identically under the style sheet of %s', async (_, css) => {
  const { shown, changed } = await changedBy(css, { dom: 'shadow' })
  expect(shown).toBeGreaterThan(20)
  expect(changed).toEqual([])
})

it('renders every gallery item in the page identically under the style sheet of Bootstrap', async () => {
  const { shown, changed } = await changedBy(bootstrap, { dom: 'light' })
  expect(shown).toBeGreaterThan(20)
  expect(changed).toEqual([])
})
