/** An element as it was read. Namespace declarations are not among the attributes. */
export interface XmlElement {
  readonly prefix: string
  readonly localName: string
  readonly namespace: string
  readonly attributes: readonly XmlAttribute[]
  /** Prefix to namespace, as declared on this element; the default namespace has the prefix `''`. */
  readonly declarations: ReadonlyMap<string, string>
  readonly parent: XmlElement | null
  readonly children: readonly (XmlElement | string)[]
}

export interface XmlAttribute {
  readonly prefix: string
  readonly localName: string
  readonly namespace: string
  readonly value: string
}

export function is(element: XmlElement, namespace: string, localName: string): boolean {
  return element.localName === localName && element.namespace === namespace
}

export function childElements({ children }: XmlElement): XmlElement[] {
  return children.filter((child) => typeof child !== 'string')
}

export function childrenNamed(element: XmlElement, namespace: string, localName: string): XmlElement[] {
  return childElements(element).filter((child) => is(child, namespace, localName))
}

/** The only child with this name; null without one, or with several. */
export function onlyChild(element: XmlElement, namespace: string, localName: string): XmlElement | null {
  const [first, ...others] = childrenNamed(element, namespace, localName)
  return others.length === 0 ? (first ?? null) : null
}

/** All elements below this one, in the order of the document. */
export function descendants(element: XmlElement): XmlElement[] {
  const found: XmlElement[] = []
  // Into one list: a list per level would copy a deep element once for each of them.
  const visit = (parent: XmlElement): void => {
    for (const child of parent.children) {
      if (typeof child === 'string') continue
      found.push(child)
      visit(child)
    }
  }
  visit(element)
  return found
}

/** An attribute without a namespace. */
export function attributeOf({ attributes }: XmlElement, name: string): string | null {
  return attributes.find(({ localName, namespace }) => localName === name && namespace === '')?.value ?? null
}

/** The text of an element without white space around it; null if it contains elements. */
export function textOf({ children }: XmlElement): string | null {
  if (!children.every((child) => typeof child === 'string')) return null
  const text = children.join('')
  let [start, end] = [0, text.length]
  while (start < end && isSpace(text.charCodeAt(start))) start += 1
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** The bytes of base64 text; null if the element contains anything else. */
export function bytesOf(element: XmlElement | null): Buffer | null {
  const text = element === null ? null : textOf(element)
  return text === null ? null : decodeBase64(text)
}

/** The bytes of base64 text, which may be wrapped; null if it is anything else. */
export function decodeBase64(text: string): Buffer | null {
  const digits = text.replace(/[ \t\r\n]/g, '')
  if (digits.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(digits)) return null
  return Buffer.from(digits, 'base64')
}

/** White space of XML; `trim` removes other characters too. */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d
}
