import { statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Finding } from '@latchkey/server'
import type { Surroundings } from '../config/settings.ts'
import type { DatabaseAddress } from '../config/values.ts'

const leastFreeBytes = 1024 ** 3

/** Files that hold secrets are for their owner alone, and a database needs room to grow. */
export function examineFiles({ flags, env }: Surroundings, database: DatabaseAddress | null): Finding[] {
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
    open.push({ check: 'permissions', state: 'ok', message: 'Files with secrets are closed to others.', remedy: null })
  return [...open, ...(path === null ? [] : freeSpace(path))]
}

function openToOthers(name: string, file: string): Finding[] {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode
  // Windows has no such modes, and a file that is not there has been complained about.
  if (mode === undefined || process.platform === 'win32' || (mode & 0o077) === 0) return []
  const message = `Other users of this machine can read ${name} (${file}).`
  return [{ check: 'permissions', state: 'warning', message, remedy: `Close it with: chmod 600 ${file}` }]
}

function freeSpace(path: string): Finding[] {
  try {
    const { bavail, bsize } = statfsSync(dirname(path))
    const free = bavail * bsize
    const size = `${(free / leastFreeBytes).toFixed(1)} GiB`
    if (free >= leastFreeBytes)
      return [{ check: 'disk', state: 'ok', message: `${size} are free beside the database.`, remedy: null }]
    const remedy = 'Make room: a full disk stops every sign-in.'
    return [{ check: 'disk', state: 'problem', message: `Only ${size} are free beside the database.`, remedy }]
  } catch {
    return []
  }
}
