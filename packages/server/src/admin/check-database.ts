import { checkSettings } from '../projects/check-settings.ts'
import { issuerOf } from '../projects/create-project.ts'
import { canOpenSigningKeys } from '../signing/signing-keys.ts'
import { projectRealm } from '../storage/realm.ts'
import type { ProjectRecord } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import type { AdminContext } from './request/admin-route.ts'

/** The result of one check; a problem has a remedy. */
export interface Finding {
  check: string
  state: 'ok' | 'warning' | 'problem'
  message: string
  remedy: string | null
}

const dayMs = 24 * 60 * 60_000
/** Keys rotate automatically after 90 days; a key that is a week older means that the provider was not running. */
const oldestKeyMs = 97 * dayMs

/** Checks a database: keys that the master key opens, valid settings, no dates in the future, no waiting messages. */
export async function checkDatabase(
  context: Pick<AdminContext, 'storage' | 'vault' | 'clock' | 'baseUrl'> & {
    /** The sender domain of emails, if it is known. */
    senderDomain?: string | undefined
  },
): Promise<Finding[]> {
  const { storage, vault, clock, baseUrl, senderDomain } = context
  const projects = await storage.projects.list()
  const findings: Finding[] = []
  const add = (check: string, state: Finding['state'], message: string, remedy: string | null = null): void => {
    findings.push({ check, state, message, remedy })
  }
  if (projects.length === 0) {
    add('projects', 'warning', 'There is no project yet.', 'Run: latchkey projects create --name <name>')
    return findings
  }
  add('projects', 'ok', projects.length === 1 ? 'There is one project.' : `There are ${projects.length} projects.`)
  if (await canOpenSigningKeys({ storage, vault })) add('master key', 'ok', 'The master key decrypts the signing keys.')
  else {
    const remedy = 'Add the earlier key to LATCHKEY_MASTER_KEY, after the new key and a comma.'
    add('master key', 'problem', 'The master key cannot decrypt the keys in this database.', remedy)
  }
  const latest = await latestInstant(storage, projects)
  if (latest > clock.now() + dayMs / 24) {
    const remedy = 'Synchronize the clock of this machine with NTP: expiries and signatures depend on it.'
    add('clock', 'problem', 'The database contains dates in the future: the clock is or was wrong.', remedy)
  } else add('clock', 'ok', 'The database contains no dates in the future.')
  findings.push(...(await examineOutbox(storage, clock.now())))
  for (const project of projects)
    findings.push(...(await examineProject(storage, project, { now: clock.now(), baseUrl, senderDomain })))
  return findings
}

/** A running provider sends messages within seconds; a longer wait is a problem. */
const longestWaitMs = 2 * 60_000

async function examineOutbox(storage: Storage, now: number): Promise<Finding[]> {
  const check = 'outbox'
  const depth = await storage.outbox.countQueued(now)
  const late = depth.filter(({ oldestAt }) => now - oldestAt > longestWaitMs)
  if (late.length === 0) return [{ check, state: 'ok', message: 'No message has been waiting for long.', remedy: null }]
  return late.map(({ channel, queued, oldestAt }) => ({
    check,
    state: 'problem',
    message: `Messages waiting to be sent by ${channel}: ${queued}, the oldest for ${Math.round((now - oldestAt) / 60_000)} minutes.`,
    remedy: 'Check that a provider runs, its log for "delivery failed", and the carrier of this channel.',
  }))
}

async function latestInstant(storage: Storage, projects: readonly ProjectRecord[]): Promise<number> {
  let latest = 0
  for (const { id, createdAt } of projects) {
    const [newest] = (await storage.accounts.list(projectRealm(id), { limit: 1 })).items
    latest = Math.max(latest, createdAt, newest?.createdAt ?? 0)
  }
  return latest
}

async function examineProject(
  storage: Storage,
  project: ProjectRecord,
  { now, baseUrl, senderDomain }: { now: number; baseUrl: string; senderDomain: string | undefined },
): Promise<Finding[]> {
  const { id, name, environment, settings } = project
  const check = `project ${name}`
  const option = `--project ${id}`
  const problems: Finding[] = []
  const add = (state: 'warning' | 'problem', message: string, remedy: string): void => {
    problems.push({ check, state, message, remedy })
  }
  try {
    checkSettings(settings, environment)
  } catch (error) {
    const why = error instanceof Error ? error.message.replace('project settings: ', '') : String(error)
    add('problem', `Its settings are invalid: ${why}.`, `Fix them with: latchkey settings set ${option} …`)
  }
  if (senderDomain !== undefined && !settings.emailDomains.includes(senderDomain))
    add(
      'warning',
      `Emails come from ${senderDomain}, but email_domains is ${JSON.stringify(settings.emailDomains)}: "Open in Gmail" finds no email.`,
      `Set it with: latchkey settings set ${option} email_domains='["${senderDomain}"]'`,
    )
  if (settings.authorizedOrigins.length === 0)
    add('warning', 'No page may use it yet.', `Allow one with: latchkey origins add ${option} https://…`)
  if ((settings.redirectUrls.login ?? []).length === 0)
    add(
      'warning',
      'It has no login redirect URL, so links in emails do not work.',
      `Add one with: latchkey redirects add ${option} https://…`,
    )
  if (project.issuer !== '' && project.issuer !== issuerOf(baseUrl, id))
    add(
      'warning',
      `The issuer of its tokens is ${new URL(project.issuer).origin}, but the provider runs at ${baseUrl}.`,
      'This is correct if the provider has moved: verifiers keep the old issuer.',
    )
  const keys = (await storage.keys.list(id)).filter(({ algorithm }) => algorithm === settings.jwtAlgorithm)
  const active = keys.find(({ state }) => state === 'active')
  if (!active)
    add('warning', 'It has no signing key for its algorithm yet; the first sign-in creates one.', 'Nothing to do.')
  else if (now - (active.activatedAt ?? active.createdAt) > oldestKeyMs)
    add('warning', 'Its signing key is older than 90 days.', `Rotate it with: latchkey signing-keys rotate ${option}`)
  const healthy: Finding = { check, state: 'ok', message: `${id} has no problems.`, remedy: null }
  return problems.length > 0 ? problems : [healthy]
}
