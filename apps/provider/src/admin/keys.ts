import {
  type AdminSecretKeysListResponse,
  type AdminSigningKeysListResponse,
  adminEndpoints,
} from '@latchkey/contract/admin'
import { type CommandInput, oneOption, requiredOption } from '../command.ts'
import { administer, answer } from './administer.ts'
import { printFields, printTable, when } from './print.ts'
import { isProviderError, problemOf } from './problem.ts'

export function createSecretKey(input: CommandInput): Promise<number> {
  const name = requiredOption(input, 'name')
  return administer(input, async ({ administration, project }) => {
    const target = await project()
    const data = await administration.createSecretKey(target, name)
    return answer(input, { project_id: target.id, ...data }, () => {
      printFields(input.terminal, [
        ['project_id', target.id],
        ['secret_key_id', data.secret_key.secret_key_id],
        ['secret', data.secret],
      ])
      input.terminal.out('\nStore the secret now: it is not shown again.\n')
    })
  })
}

export function listSecretKeys(input: CommandInput): Promise<number> {
  return administer(input, async ({ administration, project }) => {
    const data = await administration.call(adminEndpoints.adminSecretKeysList, { project: await project() })
    return answer(input, data, () => showSecretKeys(input, data))
  })
}

export function revokeSecretKey(input: CommandInput): Promise<number> {
  return administer(input, async ({ administration, project }) => {
    const params = { secret_key_id: input.positionals[0] ?? '' }
    const data = await administration.call(adminEndpoints.adminSecretKeysRevoke, { project: await project(), params })
    return answer(input, data, () => showSecretKeys(input, data))
  })
}

export function listSigningKeys(input: CommandInput): Promise<number> {
  return administer(input, async ({ administration, project }) => {
    const data = await administration.call(adminEndpoints.adminSigningKeysList, { project: await project() })
    return answer(input, data, () => showSigningKeys(input, data))
  })
}

/** Rotates the signing keys of a project, or of all projects. A running provider uses them within seconds. */
export function rotateSigningKeys(input: CommandInput): Promise<number> {
  const force = input.options.force !== undefined
  return administer(input, async ({ administration, storage, project }) => {
    const projects = oneOption(input, 'project') === undefined ? await storage.projects.list() : [await project()]
    const rotated: { project_id: string; active: string }[] = []
    let code = 0
    for (const one of projects) {
      try {
        const request = { force }
        const data = await administration.call(adminEndpoints.adminSigningKeysRotate, { project: one, request })
        const active = data.signing_keys.filter(({ state }) => state === 'active').at(-1)?.kid ?? ''
        rotated.push({ project_id: one.id, active })
      } catch (error) {
        // A key that is too new in one project does not stop the rotation in the others.
        if (!isProviderError(error)) throw error
        input.terminal.err(`${one.id}  ${problemOf(error)} Add --force to use it anyway.\n`)
        code = 1
      }
    }
    answer(input, { rotated }, () => {
      for (const { project_id, active } of rotated) input.terminal.out(`${project_id}  ${active}\n`)
    })
    return code
  })
}

function showSecretKeys({ terminal }: CommandInput, { secret_keys }: Pick<AdminSecretKeysListResponse, 'secret_keys'>) {
  printTable(
    terminal,
    secret_keys,
    [
      ['SECRET KEY', ({ secret_key_id }) => secret_key_id],
      ['ENDS IN', ({ hint }) => hint],
      ['CREATED', ({ created_at }) => when(created_at)],
      ['LAST USED', ({ last_used_at }) => when(last_used_at) || 'never'],
      ['REVOKED', ({ revoked_at }) => when(revoked_at)],
      ['NAME', ({ name }) => name],
    ],
    'There are no secret keys. Create one with: latchkey secret-keys create --name <name>',
  )
}

function showSigningKeys(
  { terminal }: CommandInput,
  { signing_keys }: Pick<AdminSigningKeysListResponse, 'signing_keys'>,
) {
  printTable(
    terminal,
    signing_keys,
    [
      ['KEY', ({ kid }) => kid],
      ['ALGORITHM', ({ algorithm }) => algorithm],
      ['STATE', ({ state }) => state],
      ['CREATED', ({ created_at }) => when(created_at)],
      ['ACTIVE SINCE', ({ activated_at }) => when(activated_at)],
    ],
    'There are no signing keys.',
  )
}
