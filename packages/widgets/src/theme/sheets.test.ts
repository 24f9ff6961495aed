import { expect, it } from 'vitest'
import { baseCss } from './base.css.ts'
import { adoptSheet } from './sheets.ts'

/** As much of a document as a sheet needs. */
function createElement() {
  class CSSStyleSheet {
    cssRules: string[] = []
    insertRule(rule: string, index: number): void {
      this.cssRules.splice(index, 0, rule)
    }
  }
  const root = { adoptedStyleSheets: [] as CSSStyleSheet[] }
  const ownerDocument = { defaultView: { CSSStyleSheet } }
  const element = { getRootNode: () => root, ownerDocument } as unknown as HTMLElement
  return { element, rules: () => root.adoptedStyleSheets.map(({ cssRules }) => cssRules) }
}

/** As it stands in the sheet. */
const inSheet = (css: string): string => `@media all{${css.replace(/\.latchkey[\w-]*/g, '$&$&')}}`

it('brings each text in once, into one sheet', () => {
  const { element, rules } = createElement()
  for (const css of [undefined, '.a{}', undefined, '.a{}', '.b{}']) adoptSheet(element, css)
  expect(rules()).toEqual([[baseCss, '.a{}', '.b{}'].map(inSheet)])
})

it('resets before anything else, also where another version of it was there first', () => {
  const { element, rules } = createElement()
  adoptSheet(element, '.screen-of-another-version{}')
  adoptSheet(element)
  expect(rules()).toEqual([[baseCss, '.screen-of-another-version{}'].map(inSheet)])
})

it('lets each class count twice, wherever it stands in a selector', () => {
  const { element, rules } = createElement()
  adoptSheet(element, '.latchkey-a:hover>.latchkey-a-b,.latchkey .x{}@keyframes latchkey-c{}')
  expect(rules()).toEqual([
    [
      '@media all{.latchkey-a.latchkey-a:hover>.latchkey-a-b.latchkey-a-b,.latchkey.latchkey .x{}@keyframes latchkey-c{}}',
    ],
  ])
})
