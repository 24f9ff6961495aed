import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

export interface Size {
  what: string
  bytes: number
  /** Undefined if the size is only reported. */
  goal?: number
}

export function gzip(content: string | Uint8Array): number {
  return gzipSync(content, { level: 9 }).length
}

/** `bundles` is the folder that tools/build/bundle-measured.ts wrote. */
export function measureSizes(bundles: string): Size[] {
  const files: Record<string, string[]> = JSON.parse(readFileSync(join(bundles, 'files.json'), 'utf8'))
  /** The sum over the files, as a page downloads them. */
  const sizeOf = (name: string, folder: string = name): number =>
    (files[name] ?? []).reduce((sum, file) => sum + gzip(readFileSync(join(bundles, folder, file))), 0)
  const client = sizeOf('create-client')
  return [
    { what: 'headless client, whole surface', bytes: sizeOf('client'), goal: 11_000 },
    { what: 'headless client, `createClient` alone: every method', bytes: client, goal: 11_000 },
    {
      what: 'business client, `createB2bClient` alone: every method',
      bytes: sizeOf('create-b2b-client'),
      goal: 13_200,
    },
    {
      what: 'headless client, composed: email passcodes and sessions',
      bytes: sizeOf('otps-and-sessions'),
      goal: 7_000,
    },
    { what: 'React provider and hooks, on top of the client', bytes: sizeOf('hooks') - client, goal: 1_100 },
    {
      what: 'all of the React package, with gates, on top of the client',
      bytes: sizeOf('gates') - client,
      goal: 1_500,
    },
    {
      what: 'React provider and hooks of business projects, on top of the client',
      bytes: sizeOf('b2b-hooks') - sizeOf('create-b2b-client'),
      goal: 1_200,
    },
    {
      what: 'React `<Login>` with provider and client, without React: first load',
      bytes: sizeOf('login'),
      goal: 29_000,
    },
    { what: 'stand-alone login, everything in: first load', bytes: sizeOf('standalone'), goal: 29_000 },
    {
      what: 'stand-alone login and reset-password in every configuration, all chunks but the phone numbering plans',
      bytes: sizeOf('standalone-login-reset', 'standalone'),
      goal: 56_000,
    },
    {
      what: 'React `<B2bLogin>` with client, without React: first load',
      bytes: sizeOf('b2b-login'),
      goal: 32_000,
    },
    { what: 'stand-alone business login, everything in: first load', bytes: sizeOf('b2b-standalone'), goal: 36_000 },
    {
      what: 'stand-alone business login, all chunks but the phone numbering plans',
      bytes: sizeOf('b2b-standalone-all', 'b2b-standalone'),
      goal: 62_000,
    },
    { what: '`createBackend` on top of jose', bytes: sizeOf('backend') - sizeOf('jose'), goal: 3_000 },
    {
      what: 'what passkeys, wallets, One Tap and consent add to that, all together',
      bytes: sizeOf('standalone-others', 'standalone'),
    },
  ]
}
