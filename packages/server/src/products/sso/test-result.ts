import type { SsoTestCheck, SsoTestJoin, SsoTestResult } from '@latchkey/contract/b2b'
import { audit } from '../../audit/audit.ts'
import type { Exchange } from '../../http/exchange.ts'
import { tablePage } from '../../http/pages/table-page.ts'
import { newTestResult, type StartedTest } from '../../organizations/connections/test-connection.ts'
import { joinSentences } from '../../organizations/explain.ts'
import { findOrganization } from '../../organizations/find-organization.ts'
import { rolesOfConnection } from '../../organizations/join.ts'
import { activeConnections } from '../../organizations/sign-in/join-facts.ts'
import { matchConnection } from '../../organizations/sign-in/match-connection.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { type AdviceTarget, adviceFor } from '../../sso/advice.ts'
import { type AttemptCheck, recordAttempt } from '../../sso/attempts.ts'
import { diagnoses } from '../../sso/diagnosis.ts'
import type { ReadStatement } from '../../sso/statement.ts'
import type { ProjectRecord } from '../../storage/records.ts'
import type { EndedSso } from './flow.ts'
import { provenIdentity } from './proven-identity.ts'

export interface TestedResponse {
  test: StartedTest
  protocol: AdviceTarget['protocol']
  read: ReadStatement
  /** Null if the response was refused; refused if an attribute is missing. */
  ended: (EndedSso & { kind: 'mapped' }) | Extract<ReadStatement, { kind: 'refused' }> | null
}

/** Stores the result of a test, and shows it to the browser that took it. It starts no session and stores no member. */
export async function finishTest(
  context: ProviderContext,
  exchange: Exchange,
  project: ProjectRecord,
  tested: TestedResponse,
): Promise<Response> {
  const { storage, clock } = context
  const { connectionId, organizationId, revision } = tested.test
  const realm = { projectId: project.id, organizationId }
  const record = await storage.ssoConnections.get(realm, connectionId)
  const target = { identityProvider: record?.identityProvider ?? '', protocol: tested.protocol }
  const result = await testResult(context, project, target, tested)
  await storage.transaction(async (tx) => {
    await tx.oneTime.insert(newTestResult(context, project, tested.test, result))
    if (result.passed) await tx.ssoConnections.recordTest(realm, connectionId, revision, clock.now())
    await recordAttempt(tx, context, {
      connection: { ...realm, id: connectionId },
      ...{ environment: project.environment, kind: 'test', result: result.passed ? 'admitted' : 'rejected' },
      code: result.code,
      details: {
        ...{ checks: result.checks, match: result.join?.match ?? null, memberId: null },
        email: result.identity?.email_address ?? null,
        ...{ roles: result.join?.roles ?? [], reasons: result.join?.reasons.map(({ code }) => code) ?? [] },
      },
    })
    await audit(
      tx,
      context,
      { ...exchange, project },
      { event: 'sso_callback', result: result.passed ? 'ok' : 'refused', targetId: connectionId },
    )
  })
  const explained: Readonly<Record<string, string>> = diagnoses
  return tablePage(exchange, {
    heading: result.passed ? 'The test of the connection passed' : 'The test of the connection failed',
    texts: [
      ...(result.code === null ? [] : [`${result.code}: ${explained[result.code] ?? ''}`]),
      'No session was started. You can close this page and continue with the set-up.',
    ],
    columns: ['Check', 'Expected', 'Received', 'What to change'],
    rows: result.checks.map(({ check, outcome, expected, got, advice }) => ({
      cells: [`${signs[outcome]} ${check}`, expected, got, advice ?? ''],
      isMarked: outcome !== 'passed',
    })),
  })
}

const signs = { passed: '✓', warning: '!', failed: '✗' } as const

async function testResult(
  context: ProviderContext,
  project: ProjectRecord,
  target: AdviceTarget,
  { test, read, ended }: TestedResponse,
): Promise<SsoTestResult> {
  const all = ended?.kind === 'refused' ? ended.checks : read.checks
  const checks = all.map((check) => withAdvice(check, target))
  const accepted = read.kind === 'accepted' ? read : null
  const mapped = ended?.kind === 'mapped' ? ended : null
  return {
    passed: mapped !== null,
    code: firstCode(all, read, ended),
    checks,
    attributes:
      accepted === null
        ? {}
        : Object.fromEntries(
            [['NameID', [accepted.statement.subject]] as const, ...accepted.statement.attributes].map(
              ([name, values]) => [name, values.map((value) => value.slice(0, longestValue))],
            ),
          ),
    identity: mapped && {
      ...{ external_id: mapped.identity.externalId, email_address: mapped.address, name: mapped.identity.name },
      ...{ groups: [...mapped.identity.groups], sso_attributes: mapped.identity.attributes },
    },
    idp_mfa: accepted?.hasSecondFactor ?? false,
    join: mapped && (await explainJoining(context, project, test, mapped)),
  }
}

const longestValue = 1_024

function firstCode(
  checks: readonly AttemptCheck[],
  read: ReadStatement,
  ended: TestedResponse['ended'],
): string | null {
  if (read.kind === 'refused') return read.code
  if (ended?.kind === 'refused') return ended.code
  return checks.find(({ outcome }) => outcome === 'warning')?.code ?? null
}

function withAdvice(check: AttemptCheck, target: AdviceTarget): SsoTestCheck {
  return { ...check, advice: check.code === null ? null : adviceFor(check.code, target) }
}

/** What the sign-in would do with the person. */
async function explainJoining(
  context: ProviderContext,
  project: ProjectRecord,
  { organizationId, connectionId }: StartedTest,
  ended: EndedSso,
): Promise<SsoTestJoin> {
  const { storage } = context
  const organization = await findOrganization(storage, project.id, organizationId)
  const match = await matchConnection(storage, context, { project }, { organization, identity: provenIdentity(ended) })
  const sentences: Partial<Record<string, string>> = {
    ...joinSentences,
    identity_known: 'The identity belongs to a member.',
  }
  const reason = (code: string) => ({ code, description: sentences[code] ?? code })
  if ('rule' in match) return { allowed: false, match: null, reasons: [reason(match.rule)], roles: [] }
  const connection = (await activeConnections(storage, organization)).find(({ id }) => id === connectionId)
  const roles = connection === undefined ? [] : rolesOfConnection(connection, ended.identity.groups)
  return {
    ...{ allowed: true, match: match.step, reasons: match.reasons.map(reason) },
    roles: [...new Set(roles.map(({ roleId }) => roleId))],
  }
}
