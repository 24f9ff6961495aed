import { createFakeSamlIdp, readIdpMetadata, readSamlResponse } from '@latchkey/server/testing'
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { median } from '../e2e/http-load/server-process.ts'

const pairsMeasured = 15
const callsPerSlice = 10
/** The least of them, without the compilation of code and the pauses of the machine. */
const slicesOfHostile = 4
const [acsUrl, spEntityId] = ['https://auth.example.com/acs', 'https://auth.example.com/metadata']
const entityId = 'https://idp.example.com/metadata'

export interface SamlResult {
  /** CPU time of a response in milliseconds, median. */
  ourMs: number
  nodeSamlMs: number
  medianRatio: number
  /** The most expensive of the hostile documents, in milliseconds of CPU. */
  hostile: { what: string; ms: number }
  /** Metadata of 1 MB with 500 certificates. */
  metadataMs: number
}

/** Reads the same signed response with our reader and with node-saml, in one process. */
export async function measureSaml(): Promise<SamlResult> {
  const now = Date.now()
  const idp = await createFakeSamlIdp({ entityId, now })
  const metadata = idp.metadata('https://idp.example.com/sso')
  const requestId = '_request'
  const groups = Array.from({ length: 10 }, (_, index) => `group-${index}`)
  const xml = idp.respond({ now, acsUrl, spEntityId, requestId, email: 'ada@acme.example', groups })
  const connection = {
    ...{ acsUrl, spEntityId, idpEntityId: entityId, certificates: readIdpMetadata(metadata, now).certificates },
    ...{ expiredCertificate: 'warn' as const, sha1Until: null, decryptionKeys: [], requiredAttributes: ['email'] },
  }
  const readOurs = (text: string): string => readSamlResponse(text, connection, { now, requestId }).kind

  const [idpCert = ''] = /(?<=<ds:X509Certificate>)[^<]+/.exec(metadata) ?? []
  const nodeSaml = new SAML({
    ...{ idpCert, idpIssuer: entityId, entryPoint: 'https://idp.example.com/sso', callbackUrl: acsUrl },
    ...{ issuer: spEntityId, audience: spEntityId, wantAuthnResponseSigned: false, acceptedClockSkewMs: 60_000 },
    validateInResponseTo: ValidateInResponseTo.never,
  })
  const field = Buffer.from(xml).toString('base64')

  const ours = async (): Promise<void> => {
    if (readOurs(xml) !== 'accepted') throw new Error('our reader rejected the response')
  }
  const theirs = async (): Promise<void> => {
    const { profile } = await nodeSaml.validatePostResponseAsync({ SAMLResponse: field })
    if (profile === null) throw new Error('node-saml rejected the response')
  }
  await cpuPerCall(ours)
  await cpuPerCall(theirs)
  const pairs: [number, number][] = []
  // Interleaved, so that other load on the machine affects both.
  for (let pair = 0; pair < pairsMeasured; pair += 1) pairs.push([await cpuPerCall(ours), await cpuPerCall(theirs)])

  const costs: SamlResult['hostile'][] = []
  for (const [what, text] of hostileDocuments(xml)) {
    const slices: number[] = []
    for (let slice = 0; slice < slicesOfHostile; slice += 1)
      slices.push(await cpuPerCall(async () => void readOurs(text)))
    costs.push({ what, ms: Math.min(...slices) })
  }
  const certificates = metadata.replace(/(<md:KeyDescriptor.*?<\/md:KeyDescriptor>)/, (key) => key.repeat(500))
  return {
    ourMs: median(pairs.map(([one]) => one)),
    nodeSamlMs: median(pairs.map(([, other]) => other)),
    medianRatio: median(pairs.map(([one, other]) => one / other)),
    hostile: costs.reduce((most, cost) => (cost.ms > most.ms ? cost : most)),
    metadataMs: await cpuPerCall(async () => {
      try {
        readIdpMetadata(certificates.padEnd(1_000_000), now)
      } catch {
        return
      }
      throw new Error('the metadata was read')
    }),
  }
}

/** Documents within the limits, which are read and hashed completely before they are rejected. */
function hostileDocuments(xml: string): [what: string, text: string][] {
  const within = 250_000 - xml.length
  const filled = (content: string): string =>
    xml.replace('</saml:AttributeStatement>', `${content}</saml:AttributeStatement>`)
  const repeated = (part: (index: number) => string, most = Number.POSITIVE_INFINITY): string => {
    let text = ''
    for (let index = 0; index < most; index += 1) {
      const next = part(index)
      if (text.length + next.length > within) break
      text += next
    }
    return text
  }
  /** Less than the limit of characters that end a run, because the response has some. */
  const runs = 15_000
  const exclusive = '"http://www.w3.org/2001/10/xml-exc-c14n#"'
  const prefixes = Array.from({ length: 16 }, (_, index) => `p${index}`)
  const inclusive = `<e:InclusiveNamespaces xmlns:e=${exclusive} PrefixList="${prefixes.join(' ')}"></e:InclusiveNamespaces>`
  const declared = prefixes.map((prefix) => ` xmlns:${prefix}="urn:${prefix}"`).join('')
  const nested = (index: number): string => `<a xmlns:n${index}="u"${declared}>${'<a>'.repeat(26)}${'</a>'.repeat(27)}`
  return [
    ['empty elements', filled(repeated(() => '<a/>', 1_900))],
    [
      'attributes',
      filled(repeated(() => `<a${Array.from({ length: 60 }, (_, at) => ` a${60 - at}=""`).join('')}/>`, 56)),
    ],
    ['namespaces', filled(repeated((index) => `<x${index}:a xmlns:x${index}="urn:${index}" x${index}:b=""/>`, 1_700))],
    ['nested namespaces', filled(repeated(nested, 70))],
    [
      'inclusive prefixes',
      filled(repeated(nested, 70)).replaceAll(
        `Algorithm=${exclusive}></ds:Transform>`,
        `Algorithm=${exclusive}>${inclusive}</ds:Transform>`,
      ),
    ],
    ['references', filled(`<a>${repeated(() => '&lt;', runs)}</a>`)],
    ['closing brackets', filled(`<a>${repeated(() => '>', runs)}</a>`)],
    ['line ends', filled(`<a>${repeated(() => '\r', runs)}</a>`)],
    ['line ends in an attribute', filled(`<a b="${repeated(() => '\n', runs)}"/>`)],
    ['more references than the limit', filled(`<a>${repeated(() => '&lt;')}</a>`)],
    ['quotes in an attribute', filled(`<a b='${repeated(() => '"', runs)}'/>`)],
    ['tabs in an attribute', filled(`<a b="${repeated(() => '\t', runs)}"/>`)],
    ['spaces in an attribute', filled(`<a b="${repeated(() => ' ')}"/>`)],
    ['apostrophes in an attribute', filled(`<a b="${repeated(() => "'")}"/>`)],
    ['brackets in text', filled(`<a>${repeated(() => ']')}</a>`)],
    ['characters outside of ASCII', filled(`<a>${repeated(() => '\u00e9', (within - 100) / 2)}</a>`)],
    [
      'namespaces, references and text',
      filled(
        `${repeated((index) => `<x${index}:a xmlns:x${index}="urn:${index}" x${index}:b=""/>`, 1_700)}<a>${'&lt;'.repeat(5_000)}${'x'.repeat(120_000)}</a>`,
      ),
    ],
    ['white space', filled(`<a>${' '.repeat(within - 10)}x</a>`)],
  ]
}

/** CPU time in milliseconds. */
async function cpuPerCall(call: () => Promise<void>): Promise<number> {
  const started = process.cpuUsage()
  for (let calls = 0; calls < callsPerSlice; calls += 1) await call()
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1_000 / callsPerSlice
}
