import { audit } from '../audit/audit.ts'
import type { Clock, Random } from '../core/clock-and-random.ts'
import { randomId } from '../core/ids.ts'
import type { Vault } from '../core/vault.ts'
import type { SealedColumn } from '../methods/method.ts'
import { sealedMethodTables } from '../methods/methods.ts'
import { captchaSecretContext } from '../protection/captcha.ts'
import { signingKeyContext } from '../signing/new-signing-key.ts'
import type { ProjectRecord } from '../storage/records.ts'
import type { SealedRow, SealedTable } from '../storage/sealed-verbs.ts'
import type { Storage } from '../storage/storage.ts'

/**
 * The number of resealed values by table, without those that the new key had sealed already. `unopened` values are left
 * unchanged: no given key opens them.
 */
export type Resealed = Record<SealedTable | 'captcha_secrets' | 'unopened', number>

const batch = 200

const sealContexts: Readonly<Record<SealedTable, Pick<SealedColumn, 'sealContext'>>> = {
  signing_keys: { sealContext: signingKeyContext },
  ...sealedMethodTables,
}

/**
 * Seals all stored secrets with the first master key, while providers run with both keys: each row is updated alone, and
 * only if it has not changed. Afterwards, only one-time secrets of the last hour need the older keys.
 */
export async function reseal(
  deps: { storage: Storage; vault: Vault; clock: Clock; random: Random },
  { operator }: { operator: string },
): Promise<Resealed> {
  const { storage, random } = deps
  const tables = Object.keys(sealContexts) as SealedTable[]
  const none = Object.fromEntries(tables.map((table) => [table, 0])) as Record<SealedTable, number>
  const count: Resealed = { ...none, captcha_secrets: 0, unopened: 0 }
  for (const table of tables) await resealTable(deps, table, count)
  const projects = await storage.projects.list()
  for (const { id } of projects) await resealCaptcha(deps, id, count)
  for (const project of projects) {
    const source = {
      project,
      requestId: randomId('request-id', project.environment, random),
      client: { ip: '', prefix: '', userAgent: '' },
      actor: { kind: 'admin' as const, id: operator },
    }
    await audit(storage, deps, source, { event: 'master_key_reseal', result: 'ok' })
  }
  return count
}

type Deps = { storage: Storage; vault: Vault }

/** Null if no key opens the value. */
function sealAgain(vault: Vault, sealed: string, context: string): string | null {
  try {
    return vault.seal(vault.open(sealed, context), context)
  } catch {
    return null
  }
}

async function resealTable({ storage, vault }: Deps, table: SealedTable, count: Resealed): Promise<void> {
  let after: SealedRow | null = null
  for (;;) {
    const rows: SealedRow[] = await storage.sealed.list(table, after, batch)
    for (const row of rows.filter(({ sealed }) => !vault.isCurrent(sealed))) {
      const sealed = sealAgain(vault, row.sealed, sealContexts[table].sealContext(row.projectId, row.id))
      if (sealed === null) count.unopened += 1
      else if (await storage.sealed.replace(table, row, sealed)) count[table] += 1
    }
    after = rows.at(-1) ?? null
    if (rows.length < batch) return
  }
}

/** The secret is part of the settings: after a concurrent change it is read and sealed again. */
async function resealCaptcha({ storage, vault }: Deps, projectId: string, count: Resealed): Promise<void> {
  for (;;) {
    const project: ProjectRecord | null = await storage.projects.get(projectId)
    const captcha = project?.settings.captcha
    if (!project || !captcha?.enabled || captcha.secretSealed === '' || vault.isCurrent(captcha.secretSealed)) return
    const secretSealed = sealAgain(vault, captcha.secretSealed, captchaSecretContext(projectId))
    if (secretSealed === null) {
      count.unopened += 1
      return
    }
    const settings = { ...project.settings, captcha: { ...captcha, secretSealed } }
    if (!(await storage.projects.updateSettings(projectId, project.revision, settings))) continue
    count.captcha_secrets += 1
    return
  }
}
