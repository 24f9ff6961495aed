import { createPrivateKey, type KeyObject } from 'node:crypto'
import { explainSamlResponse, MetadataError, type SamlCheck, type SamlExplanation } from '@latchkey/server'
import { createClock } from '@latchkey/server/node'
import { answer } from '../admin/administer.ts'
import { oneLine } from '../admin/print.ts'
import { readInput } from '../admin/read-file.ts'
import { type CommandInput, manyOptions, oneOption, requiredOption, timeOption, UsageError } from '../command.ts'
import type { Terminal } from '../terminal.ts'

/** Checks a recorded SAML response like a sign-in does. Returns 1 if it is rejected. */
export async function runSsoCheck(input: CommandInput): Promise<number> {
  const [file = ''] = input.positionals
  const metadataFile = requiredOption(input, 'metadata')
  const explanation = explain(metadataFile, {
    response: readInput(file),
    metadata: readInput(metadataFile),
    acsUrl: requiredOption(input, 'acs-url'),
    entityId: requiredOption(input, 'entity-id'),
    requestId: oneOption(input, 'request-id'),
    now: timeOption(input, 'at') ?? createClock().now(),
    requiredAttributes: manyOptions(input, 'attribute'),
    decryptionKeys: manyOptions(input, 'decryption-key').map(readPrivateKey),
  })
  const { accepted, checks, nameId, attributes } = explanation
  answer(input, { accepted, name_id: nameId, attributes, checks }, () => print(input.terminal, explanation))
  return accepted ? 0 : 1
}

function explain(metadataFile: string, input: Parameters<typeof explainSamlResponse>[0]): SamlExplanation {
  try {
    return explainSamlResponse(input)
  } catch (error) {
    throw error instanceof MetadataError ? new UsageError(`${metadataFile}: ${error.message}`) : error
  }
}

function readPrivateKey(file: string): KeyObject {
  const pem = readInput(file)
  try {
    return createPrivateKey(pem)
  } catch {
    throw new UsageError(`${file} is not a private key in PEM`)
  }
}

function print({ out }: Terminal, { accepted, checks, nameId, attributes }: SamlExplanation): void {
  for (const check of checks) out(textOf(check))
  if (!accepted) {
    out('\nRejected. The values of a rejected response are not shown: they prove nothing.\n')
    return
  }
  out(`\nAccepted.\nNameID: ${oneLine(nameId ?? '')}\n`)
  for (const [name, values] of Object.entries(attributes)) out(`${oneLine(name)}: ${values.map(oneLine).join(', ')}\n`)
}

const signs = { passed: '✓', warning: '!', failed: '✗' } as const

function textOf({ check, outcome, code, expected, got }: SamlCheck): string {
  const line = `${signs[outcome]} ${check}${code === null ? '' : `: ${code}`}\n`
  return outcome === 'passed' ? line : `${line}    expected  ${oneLine(expected)}\n    got       ${oneLine(got)}\n`
}
