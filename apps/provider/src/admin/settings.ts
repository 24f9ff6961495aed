import { type AdminSettingsChange, adminEndpoints } from '@latchkey/contract/admin'
import { type CommandInput, UsageError } from '../command.ts'
import { didYouMean } from '../did-you-mean.ts'
import { administer, answer } from './administer.ts'
import { oneLine, printFields, printJson } from './print.ts'
import { readInput } from './read-file.ts'
import { settingReference } from './setting-reference.ts'

export function getSettings(input: CommandInput): Promise<number> {
  const [name] = input.positionals
  return administer(input, async ({ administration, project }) => {
    const { settings, revision } = await administration.call(adminEndpoints.adminSettingsGet, {
      project: await project(),
    })
    if (name === undefined) return answer(input, { settings, revision }, () => showFields(input, settings))
    const value = name.split('.').reduce<unknown>(inside, settings)
    if (value === undefined) throw unknownSetting(name)
    return answer(input, value, () => {
      if (typeof value === 'string') input.terminal.out(`${oneLine(value)}\n`)
      else printJson(input.terminal, value)
    })
  })
}

export function setSettings(input: CommandInput): Promise<number> {
  const change = readChange(input.positionals)
  const unknown = Object.keys(change).find((name) => !Object.hasOwn(settingReference, name))
  if (unknown !== undefined) throw unknownSetting(unknown)
  return administer(input, async ({ administration, project }) => {
    const { settings, revision } = await administration.call(adminEndpoints.adminSettingsUpdate, {
      project: await project(),
      // Validated by the schema, like the body of a request.
      request: { settings: change as AdminSettingsChange },
    })
    const changed = Object.fromEntries(Object.entries(settings).filter(([name]) => Object.hasOwn(change, name)))
    return answer(input, { settings, revision }, () => showFields(input, changed))
  })
}

function unknownSetting(name: string): UsageError {
  const suggestion = didYouMean(name, Object.keys(settingReference))
  return new UsageError(`${name} is not a setting.${suggestion} Run: latchkey settings set --help`)
}

/** One line for each field. */
export function showFields({ terminal }: CommandInput, settings: object): void {
  printFields(
    terminal,
    Object.entries(settings).map(([name, value]) => [name, shown(value)]),
  )
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function inside(value: unknown, name: string): unknown {
  const isGroup = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
  return isGroup ? (value as Record<string, unknown>)[name] : undefined
}

/** Reads `name=value` and `group.field=value`. The fields of a group are merged. */
export function readChange(assignments: readonly string[]): Record<string, unknown> {
  const change: Record<string, unknown> = {}
  for (const assignment of assignments) {
    const [, name, part, text] = /^(\w+)(?:\.(\w+))?=(.*)$/s.exec(assignment) ?? []
    if (name === undefined || text === undefined)
      throw new UsageError(`${assignment} must have the form <name>=<value>`)
    const value = readValue(text)
    if (part === undefined) change[name] = value
    else change[name] = { ...(change[name] as object | undefined), [part]: value }
  }
  return change
}

function readValue(text: string): unknown {
  const isFile = text.startsWith('@')
  const content = isFile ? readInput(text.slice(1)) : text
  try {
    return JSON.parse(content)
  } catch {
    if (isFile) throw new UsageError(`${text.slice(1)} is not valid JSON`)
    return text
  }
}
