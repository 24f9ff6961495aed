import { accessDomProperty } from '@latchkey/client/internal'

/** A card below this size is not readable: the widget leaves its container and is shown over the page. */
const least = { width: 240, height: 240 }
/** Two lines of the largest text. Less of a list is not readable either. */
const leastList = 60
/** Room that is kept free around the card. */
const margin = 8

/**
 * Limits the height of a card's content to what can be seen, so that it scrolls inside and its buttons stay visible.
 * If the container shows too little, the widget moves to the top layer; `isResized` says that it may return. Returns
 * whether the content is cut.
 */
export function fitCard(root: HTMLElement, card: HTMLElement, content: HTMLElement, isResized: boolean): boolean {
  const view = viewOf(root) as Window
  const list = content.firstElementChild as HTMLElement
  const scrolled = list.scrollTop
  if (isResized) leaveTopLayer(root)
  content.style.removeProperty('max-height')
  const isCramped = (space: number): boolean =>
    space < Math.min(least.height, view.innerHeight) ||
    (space < view.innerHeight - 2 * margin &&
      space - heightAround(card, content, view) - heightAround(content, list, view) <
        Math.min(leastList, list.scrollHeight))
  if (!isInTopLayer(root) && isCramped(spaceIn(root, view))) enterTopLayer(root)
  const height = isInTopLayer(root)
    ? view.innerHeight - 2 * margin
    : Math.min(spaceIn(root, view), spaceBelow(root, view))
  const around = heightAround(card, content, view)
  const most = Math.floor(Math.max(height, Math.min(least.height, view.innerHeight)) - around)
  content.style.setProperty('max-height', `${Math.max(0, most)}px`, 'important')
  list.scrollTop = scrolled
  return list.scrollHeight > list.clientHeight + 1
}

/** Of everything in an element but one child. Added up, because the height of a card may be animated. */
function heightAround(parent: HTMLElement, child: HTMLElement, view: Window): number {
  const sum = (element: Element, ...names: string[]): number => {
    const style = view.getComputedStyle(element)
    return names.reduce((total, name) => total + (Number.parseFloat(style.getPropertyValue(name)) || 0), 0)
  }
  const others = [...parent.children].filter((one) => one !== child) as HTMLElement[]
  return others.reduce(
    (total, one) => total + one.offsetHeight + sum(one, 'margin-top', 'margin-bottom'),
    sum(parent, 'padding-top', 'padding-bottom', 'border-top-width', 'border-bottom-width'),
  )
}

/** The height that the containers of the widget show of it; 0 if one of them is too narrow. */
function spaceIn(root: HTMLElement, view: Window): number {
  const [documentElement, body] = outermost(root)
  const box = root.getBoundingClientRect()
  // What is left of the window cannot be scrolled to.
  if (box.left < -1 || box.right > view.innerWidth + 1) return 0
  let space = Number.POSITIVE_INFINITY
  for (let element = parentOf(root); element && element !== body; element = parentOf(element)) {
    const { overflowX, overflowY, contain } = view.getComputedStyle(element)
    const isClipped = /paint|content|strict/.test(contain)
    const clip = Element.prototype.getBoundingClientRect.call(element)
    if ((isClipped || overflowX !== 'visible') && (clip.right < box.right - 1 || clip.left > box.left + 1)) return 0
    // A container that grows with the card cuts nothing.
    if ((isClipped || overflowY !== 'visible') && clip.bottom < box.bottom - 1)
      space = Math.min(space, clip.bottom - box.top)
  }
  // A page that does not scroll ends where the window ends.
  const isFixed = [documentElement, body].some((one) => /hidden|clip/.test(view.getComputedStyle(one).overflowY))
  return isFixed ? Math.min(space, view.innerHeight - box.top) : space
}

/** The height below the top of the widget, or that of the window if the page has to be scrolled anyway. */
function spaceBelow(root: HTMLElement, view: Window): number {
  const below = view.innerHeight - (root.getBoundingClientRect().top + view.scrollY) - margin
  return below < 1.75 * least.height ? view.innerHeight - 2 * margin : below
}

function isInTopLayer(root: HTMLElement): boolean {
  return root.hasAttribute('popover')
}

/** Over everything else, where no container cuts it off. */
function enterTopLayer(root: HTMLElement): void {
  root.setAttribute('popover', 'manual')
  // Without popovers the widget has a fixed position, which most containers do not cut off either.
  root.showPopover?.()
}

export function leaveTopLayer(root: HTMLElement): void {
  root.removeAttribute('popover')
}

/** A host page's elements can have the names of a document's properties. */
export function viewOf({ ownerDocument }: Element): (Window & typeof globalThis) | null {
  return accessDomProperty(ownerDocument, 'defaultView')
}

export function outermost({ ownerDocument }: Element): [HTMLElement, HTMLElement] {
  return [accessDomProperty(ownerDocument, 'documentElement'), accessDomProperty(ownerDocument, 'body')]
}

/** Out of a shadow root, too. */
export function parentOf(element: Element): Element | null {
  // By the prototype: a form has its inputs under their names.
  const [parentElement, parentNode] = [
    accessDomProperty(element, 'parentElement'),
    accessDomProperty(element, 'parentNode'),
  ]
  if (parentElement) return accessDomProperty(element, 'assignedSlot') ?? parentElement
  return parentNode && 'host' in parentNode ? (parentNode as ShadowRoot).host : null
}
