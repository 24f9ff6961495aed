import { setTimeout } from 'node:timers/promises'
import { adminEndpoints } from '@latchkey/contract/admin'
import type { SsoTestCheck, SsoTestResult } from '@latchkey/contract/b2b'
import type { ProjectRecord } from '@latchkey/server'
import { type CommandInput, oneOption } from '../../command.ts'
import { type AdminAccess, administer, answer } from '../administer.ts'
import { type Column, oneLine, printTable } from '../print.ts'
import { findConnection } from './sso.ts'

const pollMs = 1_000
const longestWaitMs = 20 * 60_000
const marks = { passed: '✓', warning: '!', failed: '✗' } as const

const columns: readonly Column<SsoTestCheck>[] = [
  ['CHECK', ({ check, outcome }) => `${marks[outcome]} ${check}`],
  ['EXPECTED', ({ expected }) => expected],
  ['GOT', ({ got }) => got],
  ['WHAT TO CHANGE', ({ advice }) => advice ?? ''],
]

/** Starts a test and waits for the browser that takes it, or reads the result of a test. */
export function testSso(input: CommandInput): Promise<number> {
  const [organization_id = '', connection_id = ''] = input.positionals
  const params = { organization_id, connection_id }
  const known = oneOption(input, 'result')
  return administer(input, async (admin) => {
    const project = await admin.project()
    if (known !== undefined) {
      const data = await read(admin, project, { ...params, test_id: known })
      return input.options.json === undefined ? show(admin, input, data.result) : answer(input, data, () => {})
    }
    const started = await admin.administration.call(adminEndpoints.adminSsoStartTest, { project, params })
    if (input.options.json !== undefined) return answer(input, started, () => {})
    const { test_id, test_url } = started
    input.terminal.out(`Open this URL in a browser within 10 minutes:\n  ${oneLine(test_url)}\n`)
    for (let waited = 0; waited < longestWaitMs; waited += pollMs) {
      const { result } = await read(admin, project, { ...params, test_id })
      if (result !== null) return show(admin, input, result)
      await setTimeout(pollMs)
    }
    return show(admin, input, null)
  })
}

function read(
  { administration }: Pick<AdminAccess, 'administration'>,
  project: ProjectRecord,
  params: { organization_id: string; connection_id: string; test_id: string },
) {
  return administration.call(adminEndpoints.adminSsoGetTest, { project, params })
}

async function show(admin: AdminAccess, input: CommandInput, result: SsoTestResult | null): Promise<number> {
  const { terminal } = input
  if (result === null) {
    terminal.out('There is no result: the test was not finished, or its result has expired.\n')
    return 1
  }
  printTable(terminal, result.checks, columns, 'Nothing was checked.')
  for (const [name, values] of Object.entries(result.attributes))
    terminal.out(`attribute ${oneLine(name)}: ${oneLine(JSON.stringify(values))}\n`)
  if (result.identity !== null) terminal.out(`mapped: ${oneLine(JSON.stringify(result.identity))}\n`)
  if (result.identity !== null) {
    const connection = await findConnection(admin, input, await admin.project())
    const counts = 'idp_mfa_counts' in connection ? connection.idp_mfa_counts : null
    terminal.out(`second factor: ${secondFactorOf(result, counts)}\n`)
  }
  const { join } = result
  if (join !== null) {
    const reasons = join.reasons.map(({ description }) => description).join(' ')
    terminal.out(`sign-in: ${join.allowed ? `allowed by ${join.match}` : 'rejected'}. ${oneLine(reasons)}\n`)
  }
  terminal.out(result.passed ? 'The test passed.\n' : `The test failed: ${result.code}.\n`)
  return result.passed ? 0 : 1
}

/** `counts` is null for an external connection: the setting is that of its source. */
function secondFactorOf({ idp_mfa }: SsoTestResult, counts: boolean | null): string {
  if (!idp_mfa) return 'not stated by the identity provider.'
  const stated = 'stated by the identity provider'
  if (counts === null) return `${stated}; the connection that is reused decides whether it counts.`
  if (counts) return `${stated}; it counts as one of the organization.`
  return `${stated}; it does not count. To accept it: latchkey sso update … idp_mfa_counts=true`
}
