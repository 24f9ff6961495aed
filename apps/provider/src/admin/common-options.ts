import type { Option } from '../command.ts'

/** Options of every administration command. */
export const store: Readonly<Record<'json' | 'dev', Option>> = {
  json: { kind: 'switch', help: 'print JSON' },
  dev: { kind: 'switch', help: 'use the development provider of this directory' },
}
export const one: Readonly<Record<'project' | 'json' | 'dev', Option>> = {
  project: { kind: 'one', value: '<id or name>', help: 'project (default: the only project)' },
  ...store,
}
export const paged: Readonly<Record<string, Option>> = {
  limit: { kind: 'one', value: '<number>', help: 'rows per page, 1 to 200 (default: 50)' },
  cursor: { kind: 'one', value: '<cursor>', help: 'start of the page, as printed with the previous one' },
}
export const yes: Readonly<Record<string, Option>> = {
  yes: { kind: 'switch', help: 'confirm: this cannot be undone' },
}
