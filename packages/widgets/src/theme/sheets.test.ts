import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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

it('adds each text once, to one sheet', () => {
  const { element, rules } = createElement()
  for (const css of [undefined, '.a{}', undefined, '.a{}', '.b{}']) adoptSheet(element, css)
  expect(rules()).toEqual([[baseCss, '.a{}', '.b{}'].map(inSheet)])
})

it('puts the reset first, also if another version was added before', () => {
  const { element, rules } = createElement()
  adoptSheet(element, '.screen-of-another-version{}')
  adoptSheet(element)
  expect(rules()).toEqual([[baseCss, '.screen-of-another-version{}'].map(inSheet)])
})

it('doubles each class at any position of a selector', () => {
  const { element, rules } = createElement()
  adoptSheet(element, '.latchkey-a:hover>.latchkey-a-b,.latchkey .x{}@keyframes latchkey-c{}')
  expect(rules()).toEqual([
    [
      '@media all{.latchkey-a.latchkey-a:hover>.latchkey-a-b.latchkey-a-b,.latchkey.latchkey .x{}@keyframes latchkey-c{}}',
    ],
  ])
})

describe('without constructible style sheets', () => {
  class Style {
    nonce = ''
    sheet: { cssRules: string[]; insertRule(rule: string, index: number): void } | null = null
  }

  /** A document or shadow root. The sheet of a style element is there as soon as the element is. */
  function createHome() {
    const styles: Style[] = []
    const append = (style: Style): void => {
      const cssRules: string[] = []
      style.sheet = { cssRules, insertRule: (rule, index) => void cssRules.splice(index, 0, rule) }
      styles.push(style)
    }
    return {
      append,
      get styleSheets() {
        return styles.map(({ sheet }) => sheet)
      },
      rules: () => styles.map(({ sheet }) => sheet?.cssRules),
      nonces: () => styles.map(({ nonce }) => nonce),
    }
  }

  type FakeDocument = ReturnType<typeof createDocument>['document']

  /** Functions of documents are called by the prototype, which here asks the fake document. */
  beforeEach(() => {
    const prototype = {
      createElement(this: FakeDocument) {
        return this.createElement()
      },
      querySelector(this: FakeDocument) {
        return this.querySelector()
      },
    }
    vi.stubGlobal('Document', { prototype })
  })
  afterEach(() => void vi.unstubAllGlobals())

  /** A document of Safari before 16.4: it has no `adoptedStyleSheets`. */
  function createDocument(nonce?: string) {
    const head = createHome()
    const document = {
      nodeType: 9,
      defaultView: {},
      head,
      get styleSheets() {
        return head.styleSheets
      },
      createElement: () => new Style(),
      querySelector: () => (nonce === undefined ? null : { nonce }),
    }
    return { document, head }
  }

  it('adds each text once to the sheet of a style element, the base first, before the browser paints', () => {
    const { document, head } = createDocument()
    const element = { getRootNode: () => document, ownerDocument: document } as unknown as HTMLElement
    for (const css of ['.a{}', undefined, '.a{}', undefined, '.b{}']) adoptSheet(element, css)
    expect(head.rules()).toEqual([[baseCss, '.a{}', '.b{}'].map(inSheet)])
  })

  it("gives the element the host page's nonce", () => {
    const { document, head } = createDocument('r4nd0m')
    adoptSheet({ getRootNode: () => document, ownerDocument: document } as unknown as HTMLElement)
    expect(head.nonces()).toEqual(['r4nd0m'])
  })

  it('adds the element to the shadow root of a widget that is in one', () => {
    const { document, head } = createDocument()
    const root = Object.assign(createHome(), { nodeType: 11, host: {} })
    adoptSheet({ getRootNode: () => root, ownerDocument: document } as unknown as HTMLElement)
    expect([root.rules().length, head.rules().length]).toEqual([1, 0])
  })

  it('throws nothing if the page allows no style element', () => {
    const { document, head } = createDocument()
    head.append = () => undefined
    const element = { getRootNode: () => document, ownerDocument: document } as unknown as HTMLElement
    expect(() => adoptSheet(element)).not.toThrow()
  })
})
