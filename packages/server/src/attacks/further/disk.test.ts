import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EndpointName, endpoints } from '@latchkey/contract/endpoints'
import { endpointSchemas } from '@latchkey/contract/schemas'
import { createEthereumWallet } from '@latchkey/testkit/wallets'
import { DatabaseSync } from '@photostructure/sqlite'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { pages } from '../../app/routes.ts'
import { refusalsPerNetwork, refusalsPerProject, rowsPerNetwork } from '../../audit/refusal-budget.ts'
import { defaultLimits } from '../../core/limits.ts'
import { createMemoryLimiter } from '../../core/memory-limiter.ts'
import type { Call } from '../../core/route.ts'
import { createFuzzHarness, type FuzzHarness } from '../../fuzz/fuzz-harness.suite.ts'
import { wellFormed } from '../../fuzz/requests.suite.ts'
import { renewalsOfNetwork } from '../../oidc-provider/token/token.refresh.ts'
import { changesOfNetwork } from '../../sessions/count-change.ts'
import { countSignIn, signInsOfAccount } from '../../sessions/count-sign-in.ts'
import { openPostgres, openSqlite } from '../../storage/operations/open-storage.ts'
import type { Storage } from '../../storage/storage.ts'
import { isLongRun } from '../../storage/testing/run-length.ts'
import { createReadyDatabase } from '../../storage/testing/test-database.ts'
import { createHarness, type Engine, engines } from '../../testing/harness.ts'
import { noteVariants } from '../../testing/variants.suite.ts'
import { createInsider, type RepeatedCall } from '../repeated-calls.suite.ts'

/**
 * Measures at production limits how much one network can make a provider store, with every endpoint and page. Two
 * bursts use up the limits of an hour; a third one, five minutes later on the test's clock, shows what can continue all
 * day. Rows that expire within an hour are not counted.
 */
const minute = 60_000
const day = 24 * 60 * minute
const attacker = '198.51.100.66'
/** More than `challenges_per_ip` and `requests_per_ip` allow. */
const largestBurst = 310
const seed = Number(process.env.FUZZ_SEED ?? 1)
/** In a day, as docs/security/limits.md states. */
const megabytesPerEndpoint = 30
/** The sum over all endpoints and pages, although most share the limits of sends and challenges. */
const megabytesInAll = 250
/** The sum of all endpoints that begin sessions without a password, which share one count. */
const megabytesOfSessions = 40
/** The size of a row in tables with too few rows to measure. */
const assumedBytes = 2_048

const folder = mkdtempSync(join(tmpdir(), 'latchkey-disk-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Measured {
  storage: Storage
  tables: string[]
  rows(): Promise<Record<string, number>>
  /** Bytes of all tables, with indexes. */
  size(): Promise<number>
  /** Bytes of one row, with indexes. */
  bytes(table: string): Promise<number>
  /** Removes the space of deleted rows, which `bytes` would include. */
  compact(): Promise<void>
}

async function open(engine: Engine): Promise<Measured> {
  if (engine === 'sqlite') {
    const path = join(folder, `${crypto.randomUUID()}.db`)
    const storage = await openSqlite({ path })
    const db = new DatabaseSync(path)
    const tables = db
      .prepare(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`)
      .all()
      .map((row) => String(Object(row).name))
    const number = (text: string): number => Number(Object.values(Object(db.prepare(text).get()))[0])
    return {
      ...{ storage, tables },
      rows: async () => Object.fromEntries(tables.map((table) => [table, number(`select count(*) from ${table}`)])),
      compact: async () => db.exec('vacuum'),
      size: async () => number('pragma page_count') * number('pragma page_size'),
      async bytes(table) {
        const names = `select name from sqlite_master where tbl_name = '${table}'`
        const bytes = number(`select sum(pgsize) from dbstat where name in (${names})`)
        return bytes / Math.max(number(`select count(*) from ${table}`), 1)
      },
    }
  }
  const url = await createReadyDatabase()
  const storage = await openPostgres({ url, answerWithinMs: null })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const number = async (text: string): Promise<number> => Number(Object.values((await client.query(text)).rows[0])[0])
  const { rows } = await client.query(`select tablename from pg_tables where schemaname = 'public'`)
  const tables = rows.map(({ tablename }) => String(tablename))
  return {
    storage: {
      ...storage,
      async close() {
        await client.end()
        await storage.close()
      },
    },
    tables,
    async rows() {
      const counts: [string, number][] = []
      for (const table of tables) counts.push([table, await number(`select count(*) from ${table}`)])
      return Object.fromEntries(counts)
    },
    async compact() {
      await client.query('vacuum full')
    },
    async size() {
      // Like autovacuum: the space of deleted challenges is reused.
      await client.query('vacuum')
      return number(
        `select sum(pg_total_relation_size(oid)) from pg_class
         where relkind = 'r' and relnamespace = 'public'::regnamespace`,
      )
    },
    async bytes(table) {
      const count = await number(`select count(*) from ${table}`)
      return (await number(`select pg_total_relation_size('${table}')`)) / Math.max(count, 1)
    },
  }
}

let made = 0
/** New values, so that each call concerns another user. */
const fresh: Record<string, () => string> = {
  email: () => `u${made}@example.com`,
  phone_number: () => `+1202${String(5_550_000 + (made % 9_999)).padStart(7, '0')}`,
  crypto_wallet_address: () => createEthereumWallet().address,
  crypto_wallet_type: () => 'ethereum',
}

function varied(body: unknown): unknown {
  made += 1
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, fresh[name] && value !== undefined ? fresh[name]() : value]),
  )
}

type Send = (index: number) => Promise<unknown>

/** Endpoints that are measured first, while the daily limits are used up. */
const isDaily = (name: string): boolean => name === 'passwordsCreate' || name === 'events'

/**
 * A call for every endpoint, with bodies of its schema, and for every page, with a query that fits several pages. With
 * a session the calls are those of a signed-in attacker.
 */
function callers(harness: FuzzHarness, isSignedIn = false): Record<string, Send> {
  const sends: Record<string, Send> = {}
  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, (typeof endpoints)[EndpointName]][]) {
    const { request } = endpointSchemas[name] as { request: z.ZodType }
    const bodies =
      endpoint.method === 'GET' ? [undefined] : fc.sample(wellFormed(request, harness.pool), { numRuns: 40, seed })
    const path = endpoint.path.replace(/\{\w+\}/g, () => harness.own.emailId)
    sends[name] = (index) =>
      harness.call(endpoint.method, path, varied(bodies[index % bodies.length]), {
        peerAddress: attacker,
        session: isSignedIn ? harness.own.token : null,
      })
  }
  if (isSignedIn) return sends
  const pick = (name: string): string => String(harness.pool[name]?.[0] ?? 'x')
  for (const { name, path, methods = ['GET'] } of pages)
    for (const method of methods.filter((one) => one !== 'OPTIONS')) {
      const target = path.replace(/:(\w+)/g, (_, param: string) =>
        param === 'project_id' ? harness.project.id : pick(param),
      )
      const fields = [
        ...['public_token', 'client_id', 'redirect_uri', 'response_type', 'scope', 'state', 'nonce', 'token', 'code'],
        ...['code_challenge', 'code_challenge_method', 'grant_type', 'refresh_token', 'login_redirect_url'],
      ]
      const query = new URLSearchParams(fields.map((field) => [field, pick(field)]))
      sends[`${method} ${name}`] = (index) => {
        query.set('state', `s${index}`)
        const url = new URL(`https://auth.example.com${target}`)
        const isForm = method === 'POST' && !target.endsWith('register')
        if (!isForm) url.search = String(query)
        const registration = JSON.stringify({
          client_name: `App ${index}`,
          redirect_uris: ['https://x.example.net/cb'],
        })
        const body = isForm ? query : method === 'POST' ? registration : undefined
        return harness.fetch(
          new Request(url, {
            method,
            headers: isForm || method === 'GET' ? {} : { 'content-type': 'application/json' },
            ...(body === undefined ? {} : { body }),
          }),
          attacker,
        )
      }
    }
  return sends
}

describe.each(engines)('the disk of a provider on %s', (engine) => {
  it.each([
    ['with any endpoint or page', false],
    ['with any endpoint and a session', true],
  ])('is not filled by one network in a day, %s (R-13)', { timeout: 1_800_000 }, async (_, isSignedIn) => {
    const measured = await open(engine)
    const harness = await createFuzzHarness(measured.storage, {})
    const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((all, one) => all + one, 0)

    /** Sends until no more rows are stored. */
    async function burst(send: Send): Promise<void> {
      let before = sum(await measured.rows())
      for (let index = 0; index < largestBurst; index += 1) {
        await send(index)
        if (index % 30 !== 29) continue
        const after = sum(await measured.rows())
        if (after === before) break
        before = after
      }
    }

    /** A rejected call, to use up the audit budget of the network; an attacker needs four minutes for that. */
    const wrong = { token: 'a'.repeat(43), session_duration_minutes: 30 }
    let auditedUntil = 0
    async function useUpAudit(): Promise<void> {
      if (harness.clock.now() < auditedUntil) return
      harness.clock.advance(24 * 60 * minute)
      auditedUntil = harness.clock.now() + 20 * 60 * minute
      for (let count = 0; count < refusalsPerNetwork.limit + 10; count += 1) {
        if (count % 290 === 289) harness.clock.advance(minute)
        await harness.call('POST', '/magic_links/authenticate', wrong, { peerAddress: attacker })
      }
      if (!isSignedIn) return
      // Rejections that name a user have a budget of their own.
      harness.clock.advance(minute)
      await harness.keepSignedIn()
      const ofUser = { peerAddress: attacker, session: harness.own.token }
      for (let count = 0; count < refusalsPerNetwork.limit + 10; count += 1) {
        if (count % 290 === 289) harness.clock.advance(minute)
        await harness.call('POST', '/totps/authenticate', { totp_code: '000000', session_duration_minutes: 30 }, ofUser)
      }
    }
    const settle = async (steps: number): Promise<Record<string, number>> => {
      for (let step = 0; step < steps; step += 1) {
        harness.clock.advance(5 * minute)
        await harness.provider.tidy()
      }
      return measured.rows()
    }
    const grown = (before: Record<string, number>, after: Record<string, number>): Record<string, number> =>
      Object.fromEntries(
        measured.tables.map((table) => [table, Math.max((after[table] ?? 0) - (before[table] ?? 0), 0)]),
      )

    const growth: Record<string, Record<string, number>> = {}
    // Uses up the daily limits first; the bursts then show what can be stored in addition.
    const untouched = await measured.rows()
    await useUpAudit()
    growth['audit of a day'] = grown(untouched, await settle(1))
    const budgets = isSignedIn ? 2 : 1
    expect(growth['audit of a day']?.audit).toBeGreaterThanOrEqual(budgets * refusalsPerNetwork.limit)
    const sends = callers(harness)
    const ofSession = callers(harness, true)
    const empty = await measured.rows()
    const create = sends.passwordsCreate as Send
    for (let count = 0; count < defaultLimits.accounts_per_ip.limit; count += 30) {
      for (let index = 0; index < 30; index += 1) await create(0)
      harness.clock.advance(5 * minute)
    }
    growth['accounts of a day'] = grown(empty, await settle(1))
    expect(growth['accounts of a day']?.users).toBeGreaterThan(900)
    const silent = await measured.rows()
    const [batch] = fc
      .sample(wellFormed(endpointSchemas.events.request, harness.pool), { numRuns: 40, seed })
      .filter((one) => Array.isArray(one) && one.length > 0)
    const full = Array(15).fill(Object(batch)[0])
    for (let count = 0; count < 150; count += 1)
      await harness.call('POST', endpoints.events.path, full, { peerAddress: attacker })
    growth['events of a day'] = grown(silent, await settle(1))
    expect(growth['events of a day']?.events).toBe(2_000)

    const order = Object.entries(isSignedIn ? ofSession : sends).sort(
      ([a], [b]) => Number(isDaily(b)) - Number(isDaily(a)),
    )
    const tried =
      isLongRun || engine === 'sqlite' ? order : order.filter(([name], index) => isDaily(name) || index % 6 === 0)
    for (const [name, send] of tried) {
      await useUpAudit()
      if (isSignedIn) await harness.keepSignedIn()
      const before = await settle(1)
      await burst(send)
      await settle(1)
      await burst(send)
      const between = await settle(1)
      await burst(send)
      // Rows that expire within an hour do not fill a disk.
      const after = await settle(13)
      const again = grown(between, after)
      const all = grown(before, after)
      // Limits of 15 minutes and longer allow the first two bursts at most 96 times a day, and those of five minutes
      // allow the third one 288 times.
      noteVariants(1)
      growth[name] = Object.fromEntries(
        measured.tables.map((table) => {
          const steady = Math.min(again[table] ?? 0, all[table] ?? 0)
          return [table, ((all[table] ?? 0) - steady) * 96 + steady * 288]
        }),
      )
    }
    const sizes: Record<string, number> = {}
    await measured.compact()
    const counts = await measured.rows()
    for (const table of measured.tables)
      sizes[table] = (counts[table] ?? 0) < 200 ? assumedBytes : await measured.bytes(table)
    const megabytes = Object.entries(growth).map(([name, rows]) => {
      const bytes = Object.entries(rows).reduce((all, [table, count]) => all + count * (sizes[table] ?? 0), 0)
      return {
        name,
        megabytes: Math.round(bytes / 1e4) / 100,
        rows: Object.entries(rows).filter(([, count]) => count > 0),
      }
    })
    const largest = megabytes.sort((a, b) => b.megabytes - a.megabytes).slice(0, 20)
    if (process.env.SHOW_DISK) process.stdout.write(`${engine} ${JSON.stringify(largest)}\n`)
    expect(largest.filter((one) => one.megabytes > megabytesPerEndpoint)).toEqual([])
    expect(megabytes.reduce((all, one) => all + one.megabytes, 0)).toBeLessThan(megabytesInAll)
    await measured.storage.close()
  })

  it('is not filled by the sessions of many accounts of one network (R-13)', { timeout: 900_000 }, async () => {
    const measured = await open(engine)
    const harness = await createHarness(measured.storage)
    const from = { peerAddress: attacker }
    const wallets = Array.from({ length: 25 }, () => createEthereumWallet())
    async function signIn(wallet: (typeof wallets)[number]): Promise<void> {
      const named = { crypto_wallet_address: wallet.address, crypto_wallet_type: wallet.type }
      const started = await harness.call('POST', '/crypto_wallets/authenticate/start/primary', named, from)
      const signature = wallet.sign(String(Object(started.data).challenge))
      const body = { ...named, signature, session_duration_minutes: 527_040 }
      expect((await harness.call('POST', '/crypto_wallets/authenticate', body, from)).outcome).toBe('200')
      harness.clock.advance(5_000)
    }
    const tidy = async (): Promise<void> => {
      for (let step = 0; step < 3; step += 1) {
        harness.clock.advance(5 * minute)
        await harness.provider.tidy()
      }
      await measured.size()
    }
    for (const wallet of wallets) await signIn(wallet)
    await tidy()
    const before = await measured.size()
    for (let count = 1; count < signInsOfAccount.limit; count += 1) {
      for (const wallet of wallets) await signIn(wallet)
      await tidy()
    }
    const bytes = ((await measured.size()) - before) / (wallets.length * (signInsOfAccount.limit - 1))

    // The number of sessions that the limiter allows for any number of accounts.
    let [now, begun] = [0, 0]
    const context = {
      ...{ config: {}, dayLimits: createMemoryLimiter({ now: () => now }) },
      metrics: { limitHit: () => undefined },
    } as unknown as Parameters<typeof countSignIn>[0]
    const call = { project: harness.project, client: { prefix: attacker } } as Call<unknown>
    const tries = (day / defaultLimits.challenges_per_ip.windowMs) * defaultLimits.challenges_per_ip.limit
    for (let count = 0; count < tries; count += 1) {
      now = (count * day) / tries
      try {
        countSignIn(context, call, {
          event: 'crypto_wallet_authenticate',
          account: { id: `account ${count % 10_000}` },
        })
        begun += 1
      } catch {}
    }
    const megabytes = (begun * bytes) / 1e6
    if (process.env.SHOW_DISK) process.stdout.write(`${engine} ${JSON.stringify({ bytes, begun, megabytes })}\n`)
    expect(megabytes).toBeGreaterThan(10)
    expect(megabytes).toBeLessThan(megabytesOfSessions)
    await measured.storage.close()
  })

  it('is not filled by an account of the attacker or by many of them (R-13)', { timeout: 1_800_000 }, async () => {
    const measured = await open(engine)
    const { harness, calls } = await createInsider(measured.storage)
    const grown = (before: Record<string, number>, after: Record<string, number>): Record<string, number> =>
      Object.fromEntries(
        measured.tables.map((table) => [table, Math.max((after[table] ?? 0) - (before[table] ?? 0), 0)]),
      )
    /** Sends until 50 calls in a row store no more rows. Returns the number of successes. */
    async function burst({ bound, call }: RepeatedCall): Promise<number> {
      const total = async () => Object.values(await measured.rows()).reduce((all, one) => all + one, 0)
      let [before, successes] = [await total(), 0]
      for (let index = 0; index < (bound === 'other' ? largestBurst : 150); index += 1) {
        if ((await call(index)).status < 400) successes += 1
        noteVariants(1)
        if (index % 50 !== 49) continue
        await tidy(minute)
        const after = await total()
        if (after === before) break
        before = after
      }
      return successes
    }
    async function tidy(ms: number): Promise<void> {
      harness.clock.advance(ms)
      await harness.provider.outbox.drain()
      await harness.provider.tidy()
    }
    /** Rows that expire within an hour do not fill a disk. */
    async function settle(): Promise<Record<string, number>> {
      for (let step = 0; step < 27; step += 1) await tidy(5 * minute)
      return measured.rows()
    }
    const found: { name: string; once: Record<string, number>; hourly: Record<string, number>; successes: number }[] =
      []
    for (const one of calls) {
      const before = await measured.rows()
      const successes = await burst(one)
      const warm = await settle()
      for (let count = 0; count < 3; count += 1) {
        await burst(one)
        await tidy(20 * minute)
      }
      found.push({ name: one.name, successes, once: grown(before, warm), hourly: grown(warm, await settle()) })
    }
    await measured.compact()
    const counts = await measured.rows()
    const sizes: Record<string, number> = {}
    for (const table of measured.tables)
      sizes[table] = (counts[table] ?? 0) < 200 ? assumedBytes : await measured.bytes(table)
    const megabytesOf = (rows: Record<string, number>): number =>
      Object.entries(rows).reduce((all, [table, count]) => all + count * (sizes[table] ?? 0), 0) / 1e6
    const ofAccount = found.map(({ name, once, hourly }, index) => {
      // Three bursts in the hour; limits of five minutes allow twelve.
      const hours = calls[index]?.bound === 'other' ? 24 * 4 : 24
      return { name, megabytes: Math.round(100 * (megabytesOf(once) + hours * megabytesOf(hourly))) / 100 }
    })
    // Any number of accounts: the calls of a day that the count of a network allows, with the rows of each.
    const changes = changesOfNetwork.limit + 24 * defaultLimits.changes_per_ip.limit
    const renewals = renewalsOfNetwork.limit + 24 * defaultLimits.renewals_per_ip.limit
    const ofAccounts = calls.flatMap(({ name, bound }, index) => {
      const { once = {}, successes = 0 } = found[index] ?? {}
      const isRenewal = name.startsWith('POST /oauth2/token')
      const allowed = isRenewal ? renewals : bound === 'changes' ? changes : 0
      if (allowed === 0 || successes === 0) return []
      const { audit = 0, ...others } = once
      const unaudited = megabytesOf(isRenewal ? others : once)
      const audited = isRenewal ? megabytesOf({ audit: rowsPerNetwork.limit }) : 0
      return [{ name, audit, megabytes: Math.round(100 * (audited + (unaudited * allowed) / successes)) / 100 }]
    })
    const audited = megabytesOf({ audit: rowsPerNetwork.limit })
    if (process.env.SHOW_DISK) {
      const text = JSON.stringify({ engine, ofAccount, ofAccounts, audited, found }, null, 1)
      process.stdout.write(`${text}\n`)
    }
    expect(ofAccount.filter(({ megabytes }) => megabytes > megabytesPerEndpoint)).toEqual([])
    expect(ofAccounts.filter(({ megabytes }) => megabytes > megabytesPerEndpoint)).toEqual([])
    expect(ofAccounts.length).toBeGreaterThan(5)
    expect(audited).toBeLessThan(megabytesPerEndpoint)
    await measured.storage.close()
  })

  it('is not filled by the audit of fifty networks (R-13)', { timeout: 900_000 }, async () => {
    const measured = await open(engine)
    const harness = await createHarness(measured.storage)
    const networks = Array.from({ length: 50 }, (_, index) => `198.51.${index}.1`)
    const wrong = { token: 'a'.repeat(43), session_duration_minutes: 30 }
    const each = 410
    for (let round = 0; round < each; round += 1) {
      if (round % 290 === 289) harness.clock.advance(minute)
      await Promise.all(
        networks.map((peerAddress) => harness.call('POST', '/magic_links/authenticate', wrong, { peerAddress })),
      )
    }
    const { audit = 0 } = await measured.rows()
    expect(each * networks.length).toBeGreaterThan(refusalsPerProject.limit + 400)
    expect(audit).toBeGreaterThanOrEqual(refusalsPerProject.limit)
    expect(audit).toBeLessThan(refusalsPerProject.limit + 100)
    await measured.storage.close()
  })
})
