import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { load } from '../e2e/http-load/closed-loop.ts'
import { post } from '../e2e/http-load/post.ts'
import { benchFolder, median, type ServerProcess, startServer } from '../e2e/http-load/server-process.ts'
import { benchPassword, passwordAccounts } from './password-accounts.ts'

const pairsMeasured = 7
const sliceMs = 3_000
const atOnce = passwordAccounts.length

export interface PasswordResult {
  /** Sign-ins and sign-ups per raw hash of the same cores. */
  signIn: number
  signUp: number
  /** Session checks during eight concurrent sign-ins, relative to those without sign-ins. */
  checksDuringSignIns: number
  refused: number
}

/** Alternates with raw hashing on the same cores, so that other load on the machine affects both. */
export async function measurePasswords(scripts: { rawHashes: string; server: string }): Promise<PasswordResult> {
  const folder = benchFolder()
  const server = await startServer(scripts.server, [join(folder, 'provider.db'), '--passwords'])
  const raw = async (kind: 'hash' | 'verify'): Promise<number> => {
    const { stdout } = await promisify(execFile)(process.execPath, [scripts.rawHashes, kind, String(sliceMs)])
    return Number(stdout)
  }
  let refused = 0
  const rate = async (request: () => string, connections: number): Promise<number> => {
    const result = await load({ port: server.port, request }, connections, sliceMs)
    refused += result.refused
    return result.perSecond
  }
  const { signIn, signUp, check } = requestsTo(server)
  try {
    await rate(signUp, atOnce)
    const ratios = { signIn: [] as number[], signUp: [] as number[], checks: [] as number[] }
    for (let pair = 0; pair < pairsMeasured; pair += 1) {
      const verified = await raw('verify')
      ratios.signIn.push((await rate(signIn, atOnce)) / verified)
      const hashed = await raw('hash')
      ratios.signUp.push((await rate(signUp, atOnce)) / hashed)
      const idle = await rate(check, 1)
      const [loaded] = await Promise.all([rate(check, 1), rate(signIn, atOnce)])
      ratios.checks.push(loaded / idle)
    }
    return {
      signIn: median(ratios.signIn),
      signUp: median(ratios.signUp),
      checksDuringSignIns: median(ratios.checks),
      refused,
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function requestsTo({ rest }: ServerProcess): Record<'signIn' | 'signUp' | 'check', () => string> {
  const [publicToken = ''] = rest.split(':')
  const anonymous = `${publicToken}:${publicToken}`
  let signIns = 0
  let signUps = 0
  return {
    signIn() {
      const email = passwordAccounts[signIns++ % atOnce]
      return post('/sdk/v1/passwords/authenticate', anonymous, {
        email,
        password: benchPassword,
        session_duration_minutes: 60,
      })
    },
    signUp() {
      const email = `new-${signUps++}@example.com`
      return post('/sdk/v1/passwords', anonymous, { email, password: benchPassword, session_duration_minutes: 60 })
    },
    check: () => post('/sdk/v1/sessions/authenticate', rest, {}),
  }
}
