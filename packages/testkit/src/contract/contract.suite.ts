import type { Client, LatchkeyError } from '@latchkey/client'
import { openPostgres, openSqlite, type Storage } from '@latchkey/server'
import { createReadyDatabase, takeTurns } from '@latchkey/server/testing'
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest'
import { createTestkit, type SentRequest, type Testkit, type TestkitOptions } from '../index.ts'

export type OpenTestkit = (options?: TestkitOptions) => Promise<Testkit>
export type Engine = 'SQLite' | 'PostgreSQL'
export type EngineTests = ReturnType<typeof takeTurns<typeof it>>

/** Runs the same tests on both engines, those of `it.inTurn` on one of them in `npm test`. The kits of one file share a database; each has a project of its own. */
export function onBothEngines(
  subject: string,
  tests: (open: OpenTestkit, engine: Engine, it: EngineTests) => void,
): void {
  openOnBothEngines<TestkitOptions, Testkit>(createTestkit, subject, (open, engine, it) =>
    tests((options = {}) => open(options), engine, it),
  )
}

/** Like `onBothEngines`, with a function that starts kits of another kind. */
export function openOnBothEngines<Options extends object, Kit extends { close(): Promise<void> }>(
  create: (options: Options & { storage: Storage }) => Promise<Kit>,
  subject: string,
  tests: (open: (options: Options) => Promise<Kit>, engine: Engine, it: EngineTests) => void,
): void {
  describe.each(['SQLite', 'PostgreSQL'] as const)(`${subject} on %s`, (engine) => {
    let storage: Storage
    const kits: Kit[] = []
    beforeAll(async () => {
      storage = await (engine === 'SQLite'
        ? openSqlite({ path: ':memory:' })
        : openPostgres({ url: await createReadyDatabase(), answerWithinMs: null }))
    })
    afterEach(async () => {
      for (const kit of kits.splice(0)) await kit.close()
    })
    afterAll(() => storage.close())
    const open = async (options: Options): Promise<Kit> => {
      const kit = await create({ storage, ...options })
      kits.push(kit)
      return kit
    }
    tests(open, engine, takeTurns(it, engine))
  })
}

export const ada = 'ada@example.com'
export const bob = 'bob@example.com'
export const halfHour = { session_duration_minutes: 30 }
export const minute = 60_000

/** The timestamp `ms` milliseconds after the start of a testkit. */
export function at(ms: number): string {
  return new Date(Date.UTC(2030, 0, 1) + ms).toISOString()
}

/** The requests to a path below `/sdk/v1`. */
export function sentTo(kit: Testkit, path: string): SentRequest[] {
  return kit.network.requests.filter((request) => request.path === `/sdk/v1${path}`)
}

/** The password of the Basic header: the session token, or the public token without a session. */
export function secretOf({ headers }: SentRequest): string | undefined {
  return atob(headers.authorization?.slice('Basic '.length) ?? '').split(':')[1]
}

/** Signs in with a passcode by email. */
export async function signInByCode(
  kit: Testkit,
  email: string = ada,
  options: { client?: Client; minutes?: number } = {},
): Promise<void> {
  const { client = kit.client, minutes = 30 } = options
  const { method_id } = await client.otps.email.loginOrCreate(email)
  await client.otps.authenticate(kit.inbox.lastCode(email), method_id, { session_duration_minutes: minutes })
}

/** A wrong passcode. */
export function otherCode(code: string): string {
  return code === '000000' ? '111111' : '000000'
}

/** The error of a rejected promise. */
export async function rejection(promise: Promise<unknown>): Promise<LatchkeyError & { error_type?: string }> {
  try {
    await promise
  } catch (error) {
    return error as LatchkeyError
  }
  throw new Error('The promise was expected to reject.')
}

/** The error types of calls made one after another; 'ok' for those that succeed. */
export async function outcomes(...calls: (() => Promise<unknown>)[]): Promise<string[]> {
  const found: string[] = []
  for (const call of calls) {
    found.push(
      await call().then(
        () => 'ok',
        (error: LatchkeyError & { error_type?: string }) => error.error_type ?? error.name,
      ),
    )
  }
  return found
}

/** A response of a fake provider. */
export function jsonAnswer(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
}

export function errorAnswer(error_type: string, status = 400, headers: Record<string, string> = {}): Response {
  const body = { status_code: status, request_id: 'request-id-test-1', error_type, error_message: '', error_url: '' }
  return jsonAnswer(body, status, headers)
}

/** Stores two templates of the project: one for existing users, one for new users. */
export async function storeTemplates(
  { storage, project, clock }: Testkit,
  kind: 'magic_link' | 'passcode' | 'passcode_text',
): Promise<{ login_template_id: string; signup_template_id: string }> {
  const at = clock.now()
  for (const id of ['template-1', 'template-2']) {
    await storage.templates.set({ projectId: project.id, id, kind, words: {}, createdAt: at, updatedAt: at })
  }
  return { login_template_id: 'template-1', signup_template_id: 'template-2' }
}
