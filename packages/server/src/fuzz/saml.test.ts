import { createPrivateKey } from 'node:crypto'
import fc from 'fast-check'
import { Constants } from 'samlify'
import { describe, expect, it } from 'vitest'
import { createDocuments } from '../saml/vectors/documents.suite.ts'
import { createIdentity } from '../saml/vectors/identity.suite.ts'
import { connectionTo, read } from '../saml/vectors/reading.suite.ts'
import { respondBySamlify } from '../saml/vectors/samlify.suite.ts'
import { fuzzedDocuments } from './saml-documents.suite.ts'

/** Random documents; 50,000 in the full run. */
const numRuns = Number(process.env.SAML_FUZZ_RUNS ?? 1_000)

const now = Date.parse('2027-01-15T08:00:00Z')
const idp = createIdentity('idp.example.com', now)
const sp = createIdentity('auth.example.com', now)
const documents = createDocuments({ now, idp })
const settings = connectionTo(idp, { decryptionKeys: [createPrivateKey(sp.privateKey)] })

describe('SAML responses that are changed at random, and random XML', () => {
  it('are rejected with a code, or read as they were signed [B-SAML-01]', { timeout: 1_800_000 }, async () => {
    const { data, key } = Constants.algorithms.encryption
    const encrypted = await respondBySamlify({
      ...{ now, idp, sp, signs: 'assertion', signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256' },
      encryption: { data: data.AES_128_GCM, key: key.RSA_OAEP_MGF1P },
    })
    const signed = [documents.assertionSigned(), documents.responseSigned(), documents.bothSigned(), encrypted]
    const identities = signed.map((xml) => read(xml, settings, now)).map(identityOf)
    const codes = new Map<string, number>()
    const count = (code: string): void => void codes.set(code, (codes.get(code) ?? 0) + 1)
    const dearest = { xml: '', ms: 0 }
    fc.assert(
      fc.property(fuzzedDocuments(signed, { now, idp }), ({ kind, xml }) => {
        const before = process.cpuUsage()
        const result = read(xml, settings, now)
        const ms = cpuMs(before)
        if (ms > dearest.ms) Object.assign(dearest, { xml, ms })
        if (result.kind === 'accepted') {
          count('accepted')
          expect(kind).toBe('changed')
          expect(identities).toContainEqual(identityOf(result))
        } else {
          count(result.code)
          expect(result.checks.some(({ code }) => code === result.code)).toBe(true)
        }
      }),
      { numRuns },
    )
    // The documents reach the rules behind the XML reader.
    const reached = ['xml_malformed', 'xml_limits', 'assertion_count', 'signature_digest', 'decryption']
    expect([...codes.keys()]).toEqual(expect.arrayContaining(reached))
    // A figure, because a test asserts no time: 20 ms at most, as the hostile documents of `npm run bench -- saml`.
    const shown = `${leastCpuMs(dearest.xml).toFixed(1)} ms of CPU for the most expensive of ${numRuns} SAML documents`
    process.stdout.write(`${shown}; ${[...codes].map(([code, times]) => `${code} ${times}`).join(', ')}\n`)
  })
})

function identityOf(result: ReturnType<typeof read>) {
  if (result.kind === 'refused') throw new Error(result.code)
  return result.assertion
}

function cpuMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** Without the pauses of the machine. */
function leastCpuMs(xml: string): number {
  const times = Array.from({ length: 7 }, () => {
    const before = process.cpuUsage()
    read(xml, settings, now)
    return cpuMs(before)
  })
  return Math.min(...times)
}
