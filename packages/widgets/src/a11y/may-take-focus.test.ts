import { describe, expect, it } from 'vitest'
import { mayTakeFocus } from './may-take-focus.ts'

/** A page with a widget and an input of its own, as far as the focus is concerned. */
function createPage() {
  const body = { localName: 'body', contains: () => true, closest: () => null }
  const ownerDocument = { activeElement: body as object }
  const inWidget = (widget: object) => ({
    ownerDocument,
    getRootNode: () => ownerDocument,
    contains: () => false,
    closest: () => widget,
  })
  const widget = {}
  const element = inWidget(widget) as unknown as HTMLElement
  const hostInput = { contains: () => false, closest: () => null }
  return {
    element,
    hostInput,
    sibling: inWidget(widget),
    otherWidget: inWidget({}),
    focus: (active: object) => {
      ownerDocument.activeElement = active
    },
  }
}

describe('a widget', () => {
  it('takes the focus when nothing has it', () => {
    expect(mayTakeFocus(createPage().element)).toBe(true)
  })

  it('takes the focus from another element of its own', () => {
    const page = createPage()
    page.focus(page.sibling)
    expect(mayTakeFocus(page.element)).toBe(true)
  })

  it('takes no focus from an input of the host page', () => {
    const page = createPage()
    page.focus(page.hostInput)
    expect(mayTakeFocus(page.element)).toBe(false)
  })

  it('takes no focus from another widget', () => {
    const page = createPage()
    page.focus(page.otherWidget)
    expect(mayTakeFocus(page.element)).toBe(false)
  })
})
