import { type RedirectType, redirectTypes } from '@latchkey/contract'
import { type AdminSettings, type AdminSettingsChange, adminEndpoints } from '@latchkey/contract/admin'
import { type CommandInput, manyOptions, readChoice } from '../command.ts'
import { administer, answer } from './administer.ts'
import { printTable } from './print.ts'

/** Commands that change single entries of the settings `authorized_origins` and `redirect_urls`. */

const add = (entries: readonly string[], given: readonly string[]): string[] => [...new Set([...entries, ...given])]

const remove = (entries: readonly string[], given: readonly string[]): string[] =>
  entries.filter((entry) => !given.includes(entry))

const showOrigins = ({ authorized_origins }: AdminSettings, { terminal }: CommandInput): void =>
  printTable(
    terminal,
    authorized_origins,
    [['ORIGIN', (origin) => origin]],
    'There are no authorized origins. Add one with: latchkey origins add <origin>',
  )

const showRedirects = ({ redirect_urls }: AdminSettings, { terminal }: CommandInput): void =>
  printTable(
    terminal,
    redirectTypes.flatMap((type) => redirect_urls[type].map((url) => ({ type, url }))),
    [
      ['TYPE', ({ type }) => type],
      ['URL', ({ url }) => url],
    ],
    'There are no redirect URLs. Add one with: latchkey redirects add <url>',
  )

export const listOrigins = (input: CommandInput): Promise<number> => change(input, () => ({}), showOrigins)

export const addOrigins = (input: CommandInput): Promise<number> =>
  change(input, (now) => ({ authorized_origins: add(now.authorized_origins, input.positionals) }), showOrigins)

export const removeOrigins = (input: CommandInput): Promise<number> =>
  change(input, (now) => ({ authorized_origins: remove(now.authorized_origins, input.positionals) }), showOrigins)

export const listRedirects = (input: CommandInput): Promise<number> => change(input, () => ({}), showRedirects)

export const addRedirects = (input: CommandInput): Promise<number> => changeRedirects(input, add)

export const removeRedirects = (input: CommandInput): Promise<number> => changeRedirects(input, remove)

function changeRedirects(input: CommandInput, edit: typeof add): Promise<number> {
  const types = readTypes(input)
  return change(
    input,
    ({ redirect_urls }) => ({
      redirect_urls: Object.fromEntries(types.map((type) => [type, edit(redirect_urls[type], input.positionals)])),
    }),
    showRedirects,
  )
}

function readTypes(input: CommandInput): readonly RedirectType[] {
  const named = manyOptions(input, 'type')
  return named.length === 0 ? redirectTypes : named.map((type) => readChoice('--type', type, redirectTypes))
}

/** Sends the revision that was read, so that a concurrent change of another operator is not overwritten. */
function change(
  input: CommandInput,
  edit: (settings: AdminSettings) => AdminSettingsChange,
  show: (settings: AdminSettings, input: CommandInput) => void,
): Promise<number> {
  return administer(input, async ({ administration, project }) => {
    const target = await project()
    const before = await administration.call(adminEndpoints.adminSettingsGet, { project: target })
    const settings = edit(before.settings)
    if (Object.keys(settings).length === 0) return answer(input, before, (data) => show(data.settings, input))
    const request = { settings, revision: before.revision }
    const after = await administration.call(adminEndpoints.adminSettingsUpdate, { project: target, request })
    return answer(input, after, (data) => show(data.settings, input))
  })
}
