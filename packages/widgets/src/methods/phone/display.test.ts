import { describe, expect, it } from 'vitest'
import type { Numbers, Typed } from './display.ts'
import { display, loadForDisplay } from './display.ts'

const typed: Typed = { text: '2025550', caret: 3, before: '202555', kind: 'insertText', country: 'US' }
const numbers: Numbers = {
  formatTyped: ({ country }) => ({ text: '(202) 555-0', caret: 4, country }),
  formatFor: (text) => text,
}

/** Starts the work with a manual clock; `pass` ends its timeout. */
async function waitFor(load: () => Promise<Numbers>): Promise<{ asked: number[]; found: unknown; pass: () => void }> {
  const asked: number[] = []
  let pass = (): void => undefined
  const outcome = { found: 'waiting' as unknown }
  loadForDisplay(load, {
    setTimeout(run, ms) {
      asked.push(ms)
      pass = run
      return () => undefined
    },
  }).then((found) => {
    outcome.found = found
  })
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  return {
    asked,
    get found() {
      return outcome.found
    },
    pass,
  }
}

describe('the format of a number', () => {
  it('comes from the loaded formatting rules', async () => {
    const waited = await waitFor(async () => numbers)
    expect(waited.found).toBe(numbers)
    expect(display(numbers, typed)).toEqual({ text: '(202) 555-0', caret: 4, country: 'US' })
  })

  it('stays as typed if the rules are not loaded within ten seconds [W-PHN-04]', async () => {
    const waited = await waitFor(() => new Promise(() => undefined))
    expect([waited.asked, waited.found]).toEqual([[10_000], 'waiting'])
    waited.pass()
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
    expect(waited.found).toBeUndefined()
    expect(display(undefined, typed)).toMatchObject({ text: '2025550', caret: 3, country: 'US' })
  })

  it('stays as typed if the rules cannot be loaded', async () => {
    expect((await waitFor(() => Promise.reject(new Error('404')))).found).toBeUndefined()
  })
})
