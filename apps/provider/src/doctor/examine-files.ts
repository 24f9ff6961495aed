import { statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Finding } from '@latchkey/server'
import type { SettingSources } from '../config/settings.ts'
import type { DatabaseAddress } from '../config/values.ts'

const leastFreeBytes = 1024 ** 3

/** Checks that only the owner can read files with secrets, and that the disk has free space. */
export function examineFiles({ flags, env }: SettingSources, database: DatabaseAddress | null): Finding[] {
  const path = database?.engine === 'sqlite' ? database.path : null
  const secrets = Object.entries(env).flatMap(([name, value]) =>
    /^LATCHKEY_\w+_FILE$/.test(name) && value !== undefined ? [[name, value] as const] : [],
  )
  const config = flags.config ?? env.LATCHKEY_CONFIG
  const files = [
    ...secrets,
    ...(config === undefined ? [] : [['the configuration file', config] as const]),
    ...(path === null ? [] : [['the database', path] as const]),
  ]
  const open = files.flatMap(([name, file]) => openToOthers(name, file))
  if (files.length > 0 && open.length === 0)
    open.push({
      check: 'permissions',
      state: 'ok',
      message: 'Only the owner can read files with secrets.',
      remedy: null,
    })
  return [...open, ...(path === null ? [] : freeSpace(path))]
}

function openToOthers(name: string, file: string): Finding[] {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode
  // Windows has no such permissions, and a missing file is reported by another check.
  if (mode === undefined || process.platform === 'win32' || (mode & 0o077) === 0) return []
  const message = `Other users of this machine can read ${name} (${file}).`
  return [{ check: 'permissions', state: 'warning', message, remedy: `Run: chmod 600 ${file}` }]
}

function freeSpace(path: string): Finding[] {
  try {
    const { bavail, bsize } = statfsSync(dirname(path))
    const free = bavail * bsize
    const size = `${(free / leastFreeBytes).toFixed(1)} GiB`
    if (free >= leastFreeBytes)
      return [{ check: 'disk', state: 'ok', message: `The disk of the database has ${size} free.`, remedy: null }]
    const remedy = 'Free disk space: no user can sign in when the disk is full.'
    return [{ check: 'disk', state: 'problem', message: `The disk of the database has only ${size} free.`, remedy }]
  } catch {
    return []
  }
}
