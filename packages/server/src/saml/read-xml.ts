import { SaxesParser, type SaxesTagNS, type XMLDecl } from 'saxes'
import { namespaces } from './names.ts'
import { SamlError } from './saml-error.ts'
import { decodeBase64, type XmlAttribute, type XmlElement } from './xml-element.ts'

export interface XmlRules {
  readonly maxBytes: number
  readonly maxElements: number
  /**
   * Characters that end a run which the parser reads at once, or that are escaped in the canonical form: a document of
   * nothing else would be the most expensive one. Base64 in short lines has two of them per line, an element two and an
   * attribute two.
   */
  readonly maxRunEnds: number
  /** Whether comments and processing instructions are skipped, as in metadata, which administrators edit. */
  readonly skipsComments: boolean
}

/** A message decides who signs in: whatever two readers could see differently is rejected. */
export const messageRules: XmlRules = {
  maxBytes: 262_144,
  maxElements: 2_000,
  maxRunEnds: 16_000,
  skipsComments: false,
}
export const metadataRules: XmlRules = {
  maxBytes: 262_144,
  maxElements: 4_000,
  maxRunEnds: 32_000,
  skipsComments: true,
}

const maxDepth = 32
const maxAttributes = 64
/**
 * Attributes are the most expensive part of a document: its elements have this many on average. A thousand groups that
 * each declare two namespaces and a type are less.
 */
const attributesPerElement = 1.75
interface GrowingElement extends XmlElement {
  readonly parent: GrowingElement | null
  readonly children: (XmlElement | string)[]
}

/** Reads a document without document type. The tree that is returned is the one whose signature is verified. */
export function readXml(xml: string, rules: XmlRules): XmlElement {
  // A string has at most as many characters as bytes, so that a huge one is not counted.
  const bytes = xml.length > rules.maxBytes ? null : Buffer.from(xml)
  if (bytes === null || bytes.length > rules.maxBytes)
    throw new SamlError('document_size', `at most ${rules.maxBytes} bytes`, `${xml.length} characters`)
  if (countRunEnds(bytes) > rules.maxRunEnds)
    throw new SamlError('xml_limits', `at most ${rules.maxRunEnds} references, quotes, tabs, line ends and >`, 'more')
  if (!rules.skipsComments) rejectMarkup(xml)
  // With more than six handlers the parser is several times slower: V8 then keeps its properties in a dictionary.
  const parser = new SaxesParser({ xmlns: true, position: false })
  const ids = new Set<string>()
  const roots: XmlElement[] = []
  let current: GrowingElement | null = null
  let depth = 0
  let elements = 0
  let attributes = 0
  let allAttributes = 0

  if (rules.skipsComments) {
    parser.on('doctype', () => {
      throw refusals['!DOCTYPE']()
    })
    parser.on('cdata', () => {
      throw refusals['![CDATA[']()
    })
  }
  // Limits are checked before the rest of the document is read.
  parser.on('attribute', () => {
    attributes += 1
    allAttributes += 1
    if (attributes > maxAttributes)
      throw new SamlError('xml_limits', `at most ${maxAttributes} attributes per element`, 'more')
    if (allAttributes > rules.maxElements * attributesPerElement)
      throw new SamlError('xml_limits', `at most ${rules.maxElements * attributesPerElement} attributes`, 'more')
  })
  parser.on('opentag', (tag) => {
    elements += 1
    depth += 1
    attributes = 0
    if (elements === 1) checkDeclaration(parser.xmlDecl)
    if (elements > rules.maxElements) throw new SamlError('xml_limits', `at most ${rules.maxElements} elements`, 'more')
    if (depth > maxDepth) throw new SamlError('xml_limits', `at most ${maxDepth} levels`, 'more')
    const element = toElement(tag, current)
    if (!rules.skipsComments) checkIds(element, ids)
    if (current === null) roots.push(element)
    else current.children.push(element)
    current = element
  })
  parser.on('text', (text) => void current?.children.push(text))
  parser.on('closetag', () => {
    depth -= 1
    current = current?.parent ?? null
  })

  try {
    parser.write(xml).close()
  } catch (error) {
    if (error instanceof SamlError) throw error
    throw new SamlError('xml_malformed', 'well-formed XML', error instanceof Error ? error.message : 'an unknown error')
  }
  const [root] = roots
  if (root === undefined) throw new SamlError('xml_malformed', 'an element', 'none')
  return root
}

/** Counts & > " and the white space except the space, in UTF-8: all of them are one byte, which no other character has. */
function countRunEnds(bytes: Uint8Array): number {
  let count = 0
  for (const code of bytes) {
    // Most characters are letters, which come after them.
    if (code > 0x3e) continue
    if (code === 0x26 || code === 0x3e || code === 0x22 || (code >= 0x09 && code <= 0x0d)) count += 1
  }
  return count
}

function checkDeclaration({ version, encoding }: XMLDecl): void {
  if (version !== undefined && version !== '1.0') throw new SamlError('xml_malformed', 'XML 1.0', `XML ${version}`)
  if (encoding !== undefined && encoding.toLowerCase() !== 'utf-8')
    throw new SamlError('document_encoding', 'UTF-8', encoding)
}

const refusals = {
  '!DOCTYPE': () => new SamlError('xml_doctype', 'no document type declaration', 'a document type declaration'),
  '![CDATA[': () => new SamlError('xml_cdata', 'no CDATA section', 'a CDATA section'),
  '!--': () => new SamlError('xml_comment', 'no comment', 'a comment'),
  '?': (target: string) => new SamlError('xml_processing_instruction', 'no processing instruction', target),
}

/** What begins with `<` and is not an element, after the XML declaration. Text and attributes cannot contain `<`. */
function rejectMarkup(xml: string): void {
  const pattern = /<(!DOCTYPE|!\[CDATA\[|!--|\?)([^\s?>]{0,40})/g
  pattern.lastIndex = /^\uFEFF?<\?xml[ \t\r\n]/.exec(xml)?.[0].length ?? 0
  const found = pattern.exec(xml)
  if (found === null) return
  const [, start = '', target = ''] = found
  throw refusals[start as keyof typeof refusals](target)
}

/** Decodes the form field of a binding. */
export function decodeMessage(field: string): string {
  if (field.length > messageRules.maxBytes * 2)
    throw new SamlError('document_size', `at most ${messageRules.maxBytes} bytes`, `${field.length} characters`)
  const bytes = decodeBase64(field)
  if (bytes === null) throw new SamlError('document_encoding', 'base64', 'other characters')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new SamlError('document_encoding', 'UTF-8', 'other bytes')
  }
}

function toElement({ prefix, local, uri, attributes }: SaxesTagNS, parent: GrowingElement | null): GrowingElement {
  const own: XmlAttribute[] = []
  const declarations = new Map<string, string>()
  for (const attribute of Object.values(attributes)) {
    if (attribute.prefix === 'xmlns') declarations.set(attribute.local, checkedNamespace(attribute.value))
    else if (attribute.name === 'xmlns') declarations.set('', checkedNamespace(attribute.value))
    else
      own.push({
        prefix: attribute.prefix,
        localName: attribute.local,
        namespace: attribute.uri,
        value: attribute.value,
      })
  }
  return { prefix, localName: local, namespace: uri, attributes: own, declarations, parent, children: [] }
}

/** Parsers disagree on white space and escaped characters in namespaces. */
function checkedNamespace(uri: string): string {
  if (/[\s&<>"\p{Cc}]/u.test(uri)) throw new SamlError('xml_namespace', 'a namespace without special characters', uri)
  return uri
}

/**
 * A signature refers to the attribute `ID`. Other libraries also look for `Id` and `id`, and could find another element.
 * XML Encryption names its elements by `Id`; nothing refers to these.
 */
function checkIds({ attributes, namespace }: XmlElement, ids: Set<string>): void {
  const isEncryption = namespace === namespaces.encryption
  for (const { localName, value } of attributes) {
    if (localName.length !== 2 || localName.toLowerCase() !== 'id') continue
    if (localName !== 'ID' && !(localName === 'Id' && isEncryption))
      throw new SamlError('xml_id', 'no attribute of this name', localName)
    if (ids.has(value)) throw new SamlError('xml_id', 'an ID that occurs once', value)
    ids.add(value)
  }
}
