import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

export interface Size {
  what: string
  bytes: number
  goal: number
}

export function gzip(content: string | Uint8Array): number {
  return gzipSync(content, { level: 9 }).length
}

/** `bundles` is the folder that tools/bundle-measured.mjs wrote. */
export function measureSizes(bundles: string): Size[] {
  const firstLoads: Record<string, string[]> = JSON.parse(readFileSync(join(bundles, 'first-load.json'), 'utf8'))
  /** What a page downloads before the first line of its own runs, file by file. */
  const firstLoadOf = (name: string): number =>
    (firstLoads[name] ?? []).reduce((sum, file) => sum + gzip(readFileSync(join(bundles, name, file))), 0)
  const client = firstLoadOf('create-client')
  return [
    { what: 'headless client, whole surface', bytes: firstLoadOf('client'), goal: 11_000 },
    { what: 'headless client, `createClient` alone: every method', bytes: client, goal: 11_000 },
    {
      what: 'headless client, composed: e-mail passcodes and sessions',
      bytes: firstLoadOf('otps-and-sessions'),
      goal: 7_000,
    },
    { what: 'React provider and hooks, on top of the client', bytes: firstLoadOf('hooks') - client, goal: 1_000 },
    {
      what: 'React `<Login>` with provider and client, without React: first load',
      bytes: firstLoadOf('login'),
      goal: 20_000,
    },
    { what: 'stand-alone login, everything in: first load', bytes: firstLoadOf('standalone'), goal: 24_000 },
  ]
}
