import { describe, expect, it } from 'vitest'
import { baseCss } from './base.css.ts'
import { adoptSheet } from './sheets.ts'

/** A document with constructible style sheets. */
function createElement() {
  class CSSStyleSheet {
    cssRules: string[] = []
    insertRule(rule: string, index: number): void {
      this.cssRules.splice(index, 0, rule)
    }
  }
  const ownerDocument = { nodeType: 9, adoptedStyleSheets: [] as CSSStyleSheet[], defaultView: { CSSStyleSheet } }
  const element = { getRootNode: () => ownerDocument, ownerDocument } as unknown as HTMLElement
  return { element, rules: () => ownerDocument.adoptedStyleSheets.map(({ cssRules }) => cssRules) }
}

/** The rule that a text becomes. */
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

describe('without constructible style sheets', () => {
  interface Style {
    nonce: string
    textContent: string
  }

  function createHome(ownerDocument: object) {
    const styles: Style[] = []
    const home = {
      ownerDocument,
      styles,
      querySelectorAll: () => styles,
      querySelector: () => styles[0] ?? null,
      insertBefore: (style: Style, before: Style | null) =>
        styles.splice(before ? styles.indexOf(before) : styles.length, 0, style),
    }
    return home
  }

  /** A document as jsdom has it: sheets can be constructed, but not adopted. */
  function createDocument(nonce?: string) {
    const document: Record<string, unknown> = {
      nodeType: 9,
      defaultView: { CSSStyleSheet: class {} },
      createElement: () => ({ setAttribute: () => undefined }),
      querySelector: () => (nonce === undefined ? null : { nonce }),
    }
    const head = createHome(document)
    return { document: Object.assign(document, { head }), head }
  }

  it('adds each text once as a style element, the base first', async () => {
    const { document, head } = createDocument()
    const element = { getRootNode: () => document, ownerDocument: document } as unknown as HTMLElement
    for (const css of ['.a{}', undefined, '.a{}', undefined, '.b{}']) adoptSheet(element, css)
    await expect.poll(() => head.styles.length).toBe(3)
    expect(head.styles.map(({ textContent }) => textContent)).toEqual([baseCss, '.a{}', '.b{}'].map(inSheet))
  })

  it("gives the element the host page's nonce", async () => {
    const { document, head } = createDocument('r4nd0m')
    adoptSheet({ getRootNode: () => document, ownerDocument: document } as unknown as HTMLElement)
    await expect.poll(() => head.styles.map(({ nonce }) => nonce)).toEqual(['r4nd0m'])
  })

  it('adds the element to the shadow root of a widget that is in one', async () => {
    const { document, head } = createDocument()
    const root = Object.assign(createHome(document), { nodeType: 11, host: {} })
    adoptSheet({ getRootNode: () => root, ownerDocument: document } as unknown as HTMLElement)
    await expect.poll(() => [root.styles.length, head.styles.length]).toEqual([1, 0])
  })
})
