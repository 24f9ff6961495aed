import type { XmlAttribute, XmlElement } from './xml-element.ts'

export interface CanonicalizationOptions {
  /** The PrefixList of InclusiveNamespaces; `''` is the default namespace. */
  readonly inclusivePrefixes?: readonly string[]
  /** The signature that the enveloped-signature transform removes. */
  readonly omitted?: XmlElement
}

/** Namespaces that the output has declared, from the innermost element outwards. */
interface Rendered {
  readonly namespaces: ReadonlyMap<string, string>
  readonly outer: Rendered | null
}

/** Exclusive XML canonicalization without comments (https://www.w3.org/TR/xml-exc-c14n/). */
export function canonicalize(element: XmlElement, options: CanonicalizationOptions = {}): string {
  return renderElement(element, null, options)
}

function renderElement(element: XmlElement, outer: Rendered | null, options: CanonicalizationOptions): string {
  const namespaces = newNamespaces(element, outer, options.inclusivePrefixes ?? [])
  const rendered = namespaces === null ? outer : { namespaces, outer }
  const name = qualifiedName(element)
  let text = `<${name}`
  for (const [prefix, uri] of namespaces === null ? [] : [...namespaces].sort(([a], [b]) => compare(a, b)))
    text += prefix === '' ? ` xmlns="${escapeValue(uri)}"` : ` xmlns:${prefix}="${escapeValue(uri)}"`
  for (const attribute of sorted(element.attributes))
    text += ` ${qualifiedName(attribute)}="${escapeValue(attribute.value)}"`
  text += '>'
  for (const child of element.children) {
    if (typeof child === 'string') text += escapeText(child)
    else if (child !== options.omitted) text += renderElement(child, rendered, options)
  }
  return `${text}</${name}>`
}

/** The namespaces that the element uses or the PrefixList names, and that the output does not have yet; null if none. */
function newNamespaces(
  element: XmlElement,
  outer: Rendered | null,
  inclusivePrefixes: readonly string[],
): Map<string, string> | null {
  let added: Map<string, string> | null = null
  const add = (used: string, uri: string | undefined): void => {
    if (used === 'xml' || uri === undefined || added?.has(used) || uri === renderedUri(used, outer)) return
    added ??= new Map()
    added.set(used, uri)
  }
  add(element.prefix, element.namespace)
  for (const { prefix, namespace } of element.attributes) if (prefix !== '') add(prefix, namespace)
  // Below the first element, a listed prefix changes only where it is declared.
  for (const inclusive of inclusivePrefixes)
    if (outer === null || element.declarations.has(inclusive)) add(inclusive, uriOf(inclusive, element))
  return added
}

/** The namespace of a prefix at this element. No default namespace is the same as an empty one. */
function uriOf(prefix: string, element: XmlElement): string | undefined {
  for (let at: XmlElement | null = element; at !== null; at = at.parent) {
    const uri = at.declarations.get(prefix)
    if (uri !== undefined) return uri
  }
  return prefix === '' ? '' : undefined
}

function renderedUri(prefix: string, rendered: Rendered | null): string | undefined {
  for (let at: Rendered | null = rendered; at !== null; at = at.outer) {
    const uri = at.namespaces.get(prefix)
    if (uri !== undefined) return uri
  }
  return prefix === '' ? '' : undefined
}

function sorted(attributes: readonly XmlAttribute[]): readonly XmlAttribute[] {
  if (attributes.length < 2) return attributes
  return [...attributes].sort((a, b) => compare(a.namespace, b.namespace) || compare(a.localName, b.localName))
}

/** By code point: characters outside the basic plane come last, although their surrogates do not. */
function compare(a: string, b: string): number {
  if (a === b) return 0
  for (let at = 0; at < a.length && at < b.length; at += 1) {
    const difference = weight(a.charCodeAt(at)) - weight(b.charCodeAt(at))
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

function weight(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}

function qualifiedName({ prefix, localName }: Pick<XmlElement, 'prefix' | 'localName'>): string {
  return prefix === '' ? localName : `${prefix}:${localName}`
}

/** The canonical form of text. */
export function escapeText(text: string): string {
  if (!/[&<>\r]/.test(text)) return text
  // Several times as fast as one pass with a function, if a hostile text consists of these characters.
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;')
}

/** The canonical form of an attribute's value. */
export function escapeValue(value: string): string {
  if (!/[&<"\t\n\r]/.test(value)) return value
  const escaped = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  return escaped.replaceAll('\t', '&#x9;').replaceAll('\n', '&#xA;').replaceAll('\r', '&#xD;')
}
