import { checkDatabase, createVault, type Finding, openPostgres, openSqlite, type Storage } from '@latchkey/server'
import { createClock, createRandom } from '@latchkey/server/node'
import { answer } from '../admin/administer.ts'
import { counted } from '../admin/print.ts'
import type { CommandInput } from '../command.ts'
import { ConfigError } from '../config/config-error.ts'
import {
  type ProductionConfig,
  readDevelopmentConfig,
  readProductionConfig,
  readSenderDomain,
  readStoreConfig,
  type StoreConfig,
} from '../config/read-config.ts'
import type { SettingSources } from '../config/settings.ts'
import type { DatabaseAddress } from '../config/values.ts'
import { databaseCause } from '../database-cause.ts'
import { withProgramName } from '../program.ts'
import { paint } from '../terminal.ts'
import { examineFiles } from './examine-files.ts'
import { examineAddress, examineMail } from './examine-network.ts'

/** Checks the whole setup without changing it. Exit code 1 if a problem keeps users from signing in. */
export async function runDoctor(input: CommandInput): Promise<number> {
  const findings = await examine(input)
  answer(input, { findings }, () => show(input, findings))
  return findings.some(({ state }) => state === 'problem') ? 1 : 0
}

async function examine({ sources, options }: CommandInput): Promise<Finding[]> {
  const findings = [nodeVersion(process.versions.node)]
  if (options.dev !== undefined) return [...findings, ...(await examineDevelopment(sources))]
  const config = attempt(() => readProductionConfig(sources))
  if ('problem' in config) findings.push(...wrongSettings(config.problem))
  else findings.push(fine('settings', 'All settings are valid.'))
  // The database can be checked even if other settings are wrong.
  const store = 'problem' in config ? attempt(() => readStoreConfig(sources)) : config
  const senderDomain = readSenderDomain(sources)
  if (!('problem' in store)) findings.push(...(await examineDatabase(store, senderDomain)))
  findings.push(...examineFiles(sources, 'problem' in store ? null : store.database))
  if (!('problem' in config)) findings.push(...(await examineCarriers(config)))
  if (!('problem' in store)) findings.push(...(await examineAddress(store.baseUrl, createClock().now)))
  return findings
}

/** A development provider has neither master key settings nor a mail server: database, projects and port remain. */
async function examineDevelopment(sources: SettingSources): Promise<Finding[]> {
  const config = attempt(() => readDevelopmentConfig(sources))
  if ('problem' in config) return wrongSettings(config.problem)
  const { openDevelopmentStore } = await import('@latchkey/server/dev')
  const opened = await openDevelopmentStore(config.dataDir)
  if (!opened) return [bad('database', `${config.dataDir} has no development provider.`, 'Run: latchkey dev')]
  const { storage, vault } = opened
  const baseUrl = `http://localhost:${config.port}`
  try {
    const findings = await checkDatabase({ storage, vault, clock: createClock(), baseUrl })
    return [...findings, ...(await examineAddress(baseUrl, createClock().now))]
  } finally {
    await storage.close()
  }
}

async function examineDatabase(config: StoreConfig, senderDomain: string | undefined): Promise<Finding[]> {
  const { engine } = config.database
  const name = engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  let storage: Storage | undefined
  try {
    storage = await openUnchanged(config.database)
    await storage.ping()
    const vault = createVault(config.masterKeys, createRandom())
    const context = { storage, vault, clock: createClock(), baseUrl: config.baseUrl, senderDomain }
    return [fine('database', `${name} responds and has the schema of this version.`), ...(await checkDatabase(context))]
  } catch (error) {
    return [databaseProblem(error, name)]
  } finally {
    await storage?.close()
  }
}

/** Neither migrates the database nor creates the file. */
function openUnchanged(database: DatabaseAddress): Promise<Storage> {
  if (database.engine === 'postgres') return openPostgres({ url: database.url, migrate: false, maxConnections: 1 })
  return openSqlite({ path: database.path, migrate: false, create: false })
}

function databaseProblem(error: unknown, name: string): Finding {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (code === 'schema_mismatch') {
    const isOlder = /lacks migration/.test(String(message))
    return bad('migrations', String(message), isOlder ? 'Run: latchkey migrate' : 'Install the newer version.')
  }
  if (code === 'ENOENT') return bad('database', 'The SQLite file does not exist.', 'Create it with: latchkey migrate')
  const remedy = 'Check LATCHKEY_DATABASE_URL, that the database runs, and the permissions of its user.'
  return bad('database', `${name} cannot be opened: ${databaseCause(error) ?? 'no response'}.`, remedy)
}

async function examineCarriers({ smtp, sms, twilio }: ProductionConfig): Promise<Finding[]> {
  const mail = smtp
    ? await examineMail(smtp.url)
    : warn('mail', 'No mail server is configured.', 'Set LATCHKEY_SMTP_URL.')
  // Not tested: that would send a message to a real number.
  const carrier = sms ? 'A webhook for text messages is configured.' : twilio ? twilioNote(twilio) : null
  return [mail, ...(carrier === null ? [] : [fine('text messages', carrier)])]
}

/** WhatsApp needs a phone number as sender; a messaging service (MG…) has none. */
function twilioNote({ from, whatsappFrom = from }: NonNullable<ProductionConfig['twilio']>): string {
  return whatsappFrom.startsWith('MG')
    ? 'Twilio is configured for text messages; WhatsApp needs a number in LATCHKEY_TWILIO_WHATSAPP_FROM.'
    : 'Twilio is configured for text messages and WhatsApp.'
}

function nodeVersion(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isNew = major > 20 || (major === 20 && minor >= 19)
  return isNew
    ? fine('Node', `Node ${version} is supported.`)
    : bad('Node', `Node ${version} is too old.`, 'Install Node 20.19 or later.')
}

function wrongSettings(error: ConfigError): Finding[] {
  const problems = error.problems.length > 0 ? error.problems : [error]
  return problems.map(({ message, setting }) =>
    bad(
      'settings',
      /[.?]$/.test(message) ? message : `${message}.`,
      `Correct ${setting}. Run latchkey --help for all settings.`,
    ),
  )
}

function attempt<T>(read: () => T): T | { problem: ConfigError } {
  try {
    return read()
  } catch (error) {
    if (error instanceof ConfigError) return { problem: error }
    throw error
  }
}

const fine = (check: string, message: string): Finding => ({ check, state: 'ok', message, remedy: null })
const warn = (check: string, message: string, remedy: string): Finding => ({ check, state: 'warning', message, remedy })
const bad = (check: string, message: string, remedy: string): Finding => ({ check, state: 'problem', message, remedy })

const symbols: Readonly<Record<Finding['state'], string>> = { ok: '✓', warning: '!', problem: '✗' }

function show({ terminal }: CommandInput, findings: readonly Finding[]): void {
  const { dim, bold } = paint(terminal)
  const width = Math.max(...findings.map(({ check }) => check.length)) + 2
  for (const { check, state, message, remedy } of findings) {
    const name = check.padEnd(width)
    terminal.out(`${symbols[state]} ${state === 'ok' ? dim(name) : bold(name)}${message}\n`)
    if (remedy !== null) terminal.out(`  ${' '.repeat(width)}→ ${withProgramName(remedy, terminal.program)}\n`)
  }
  const [problems, warnings] = (['problem', 'warning'] as const).map((one) =>
    findings.filter(({ state }) => state === one),
  )
  terminal.out(`\n${counted(problems?.length ?? 0, 'problem')}, ${counted(warnings?.length ?? 0, 'warning')}\n`)
}
