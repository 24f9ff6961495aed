import { type RedirectType, redirectTypes } from '@latchkey/contract'
import { type AdminSettings, type AdminSettingsChange, adminEndpoints } from '@latchkey/contract/admin'
import { type CommandInput, manyOptions, oneOf } from '../command.ts'
import { administer, answer } from './administer.ts'
import { printTable } from './print.ts'

/** Origins and redirect addresses are settings; these commands change single entries of them. */

const add = (entries: readonly string[], words: readonly string[]): string[] => [...new Set([...entries, ...words])]

const remove = (entries: readonly string[], words: readonly string[]): string[] =>
  entries.filter((entry) => !words.includes(entry))

const showOrigins = ({ authorized_origins }: AdminSettings, { terminal }: CommandInput): void =>
  printTable(terminal, authorized_origins, [['ORIGIN', (origin) => origin]], 'No page may use this project yet.')

const showRedirects = ({ redirect_urls }: AdminSettings, { terminal }: CommandInput): void =>
  printTable(
    terminal,
    redirectTypes.flatMap((type) => redirect_urls[type].map((address) => ({ type, address }))),
    [
      ['TYPE', ({ type }) => type],
      ['ADDRESS', ({ address }) => address],
    ],
    'Links of this project have nowhere to land yet.',
  )

export const listOrigins = (input: CommandInput): Promise<number> => change(input, () => ({}), showOrigins)

export const addOrigins = (input: CommandInput): Promise<number> =>
  change(input, (now) => ({ authorized_origins: add(now.authorized_origins, input.words) }), showOrigins)

export const removeOrigins = (input: CommandInput): Promise<number> =>
  change(input, (now) => ({ authorized_origins: remove(now.authorized_origins, input.words) }), showOrigins)

export const listRedirects = (input: CommandInput): Promise<number> => change(input, () => ({}), showRedirects)

export const addRedirects = (input: CommandInput): Promise<number> => changeRedirects(input, add)

export const removeRedirects = (input: CommandInput): Promise<number> => changeRedirects(input, remove)

function changeRedirects(input: CommandInput, edit: typeof add): Promise<number> {
  const types = wantedTypes(input)
  return change(
    input,
    ({ redirect_urls }) => ({
      redirect_urls: Object.fromEntries(types.map((type) => [type, edit(redirect_urls[type], input.words)])),
    }),
    showRedirects,
  )
}

function wantedTypes(input: CommandInput): readonly RedirectType[] {
  const named = manyOptions(input, 'type')
  return named.length === 0 ? redirectTypes : named.map((type) => oneOf('--type', type, redirectTypes))
}

/** The revision that was read goes with the change: two operators at once do not undo each other. */
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
