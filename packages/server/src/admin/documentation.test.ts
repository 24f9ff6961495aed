import { readdirSync, readFileSync } from 'node:fs'
import { adminEndpointSchemas } from '@latchkey/contract/schemas'
import { describe, expect, it } from 'vitest'
import { defaultLimits, type LimitName, providerLimits } from '../core/limits.ts'
import { defaultSettings } from '../projects/default-settings.ts'
import type { ProjectSettings } from '../storage/records.ts'

const docs = new URL('../../../../docs/', import.meta.url)
const pages = readdirSync(docs)
  .filter((name) => name.endsWith('.md'))
  .map((name) => [name, readFileSync(new URL(name, docs), 'utf8')] as const)

/** Parses `name=value` and `group.name=value` like the command line. Skips values from files. */
function changeOf(command: string): Record<string, unknown> {
  const change: Record<string, unknown> = {}
  for (const [, name = '', part, quoted, plain] of command.matchAll(/(\w+)(?:\.(\w+))?=(?:'([^']*)'|([^\s`]+))/g)) {
    const text = quoted ?? plain ?? ''
    if (text.startsWith('@')) continue
    const value = readJson(text)
    change[name] = part === undefined ? value : { ...(change[name] as object | undefined), [part]: value }
  }
  return change
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

describe('settings commands in the documentation', () => {
  const commands = pages.flatMap(([page, text]) =>
    [...text.matchAll(/latchkey settings set ([^\n`]*=[^\n`]*)/g)].map(([, command = '']) => [page, command] as const),
  )
  it.each(commands)('has a valid settings command in %s: %s', (_page, command) => {
    const change = changeOf(command)
    const { success, error } = adminEndpointSchemas.adminSettingsUpdate.request.safeParse({ settings: change })
    expect([success, error?.issues ?? []]).toEqual([true, []])
  })

  it('finds settings commands in the documentation', () => {
    expect(commands.length).toBeGreaterThan(10)
  })
})

describe('the documentation', () => {
  /** Internal names, which neither the command line nor the HTTP API accepts. `windowMs` is a name in the environment. */
  const optional: (keyof ProjectSettings)[] = [
    ...(['passkeyRpIds', 'httpOnlyCookies', 'defaultTemplates', 'allowedCallingCodes', 'smsCountryCodes'] as const),
    ...(['attestationProfiles', 'identityProvider', 'maxLinkMinutes', 'domainProof'] as const),
    ...(['crossOrganizationPasswords', 'impersonationExcludedRoles'] as const),
  ]
  const parts = ['trustsEmail', 'createsUsers', 'minimumLength', 'consentPageUrl']
  const internal = [...Object.keys(defaultSettings()), ...optional, ...parts].filter((name) => /[A-Z]/.test(name))

  it.each(pages)('names settings in %s as the API does', (_page, text) => {
    const inline = text.replace(/```[\s\S]*?```/g, '').match(/`[^`\n]+`/g) ?? []
    expect(inline.filter((code) => internal.includes(code.slice(1, -1)))).toEqual([])
  })

  const rateLimits = pages.find(([name]) => name === 'rate-limits.md')?.[1] ?? ''
  const windows = new Map([
    [60_000, 'a minute'],
    [300_000, '5 minutes'],
    [900_000, '15 minutes'],
    [3_600_000, 'an hour'],
    [86_400_000, 'a day'],
  ])

  it.each(Object.entries(defaultLimits))('documents the limit %s with its default and scope', (name, limit) => {
    const row = rateLimits.split('\n').find((line) => line.startsWith(`| \`${name}\` |`)) ?? ''
    const [, , number, , , setFor] = row.split('|').map((cell) => cell.trim())
    const isProvider = providerLimits.includes(name as LimitName)
    expect([number, setFor]).toEqual([
      `${limit.limit.toLocaleString('en')} in ${windows.get(limit.windowMs)}`,
      isProvider ? 'provider' : 'provider, project',
    ])
  })
})
