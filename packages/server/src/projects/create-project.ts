import type { Vertical } from '@latchkey/contract'
import type { Clock, Random } from '../core/clock-and-random.ts'
import { newId, randomId } from '../core/ids.ts'
import type { Vault } from '../core/vault.ts'
import { newSigningKey } from '../signing/new-signing-key.ts'
import type { ProjectRecord, ProjectSettings } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { checkSettings } from './check-settings.ts'
import { defaultSettings } from './default-settings.ts'

export interface NewProject {
  name: string
  environment: 'test' | 'live'
  vertical: Vertical
  /**
   * The public URL of the provider. The issuer is derived from it and never changes. Without it, tokens name the URL
   * that the provider has when it signs them.
   */
  baseUrl?: string | undefined
  /** Settings that differ from the defaults. */
  settings?: Partial<ProjectSettings> | undefined
  publicToken?: string | undefined
  id?: string | undefined
}

/** The `iss` claim of every token of a project. */
export function issuerOf(baseUrl: string, projectId: string): string {
  return `${new URL(baseUrl).origin}/v1/public/${projectId}`
}

/**
 * Creates a project with two signing keys: the active one, and the next one, which is published before it signs.
 *
 * @example
 * await createProject(storage, { clock, random, vault }, { name: 'Acme', environment: 'test', vertical: 'CONSUMER', baseUrl })
 */
export async function createProject(
  storage: Storage,
  deps: { clock: Clock; random: Random; vault: Vault },
  input: NewProject,
): Promise<ProjectRecord> {
  const { clock, random } = deps
  const now = clock.now()
  const id = input.id ?? newId('project', input.environment, now, random)
  const project: ProjectRecord = {
    id,
    name: input.name,
    environment: input.environment,
    vertical: input.vertical,
    publicToken: input.publicToken ?? randomId('public-token', input.environment, random),
    issuer: input.baseUrl === undefined ? '' : issuerOf(input.baseUrl, id),
    settings: { ...defaultSettings(), ...input.settings },
    revision: 1,
    createdAt: now,
  }
  checkSettings(project.settings, project.environment)
  const keyDeps = { vault: deps.vault, now, projectId: id }
  const active = await newSigningKey({ ...keyDeps, algorithm: project.settings.jwtAlgorithm, state: 'active' })
  const next = await newSigningKey({ ...keyDeps, algorithm: project.settings.jwtAlgorithm, state: 'next' })
  await storage.transaction(async (tx) => {
    await tx.projects.insert(project)
    await tx.keys.insert(active)
    await tx.keys.insert(next)
  })
  return project
}
