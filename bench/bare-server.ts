// The lower bound of a refresh: Node's http, one UPDATE … RETURNING, one ES256 signature.
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'

/** Arguments: SQLite file or PostgreSQL URL, token, number of further tokens (numbered from 0). */
const [, , path = ':memory:', token = 'token', more = '0'] = process.argv
const hash = (token: string): string => createHash('sha256').update(token).digest('hex')
const tokens = [token, ...Array.from({ length: Number(more) }, (_, index) => `${token}-${index}`)]
const document = JSON.stringify({ user: 'x'.repeat(600) })
const table = 'CREATE TABLE sessions (token_hash TEXT PRIMARY KEY, last_accessed_at BIGINT, document TEXT)'

interface Store {
  /** The stored session, or undefined. */
  refresh(tokenHash: string): Promise<string | undefined> | string | undefined
  close(): void
}

const { refresh, close } = path.startsWith('postgres:') ? await openPostgres() : openSqlite()

function openSqlite(): Store {
  const database = new DatabaseSync(path)
  database.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  database.exec(table)
  const insert = database.prepare('INSERT INTO sessions VALUES (?, ?, ?)')
  database.exec('BEGIN')
  for (const one of tokens) insert.run(hash(one), 0, document)
  database.exec('COMMIT')
  const update = database.prepare('UPDATE sessions SET last_accessed_at = ? WHERE token_hash = ? RETURNING document')
  return {
    refresh: (tokenHash) => (update.get(Date.now(), tokenHash) as { document: string } | undefined)?.document,
    // Also keeps a reference to the database: a statement alone does not prevent its garbage collection.
    close: () => database.close(),
  }
}

async function openPostgres(): Promise<Store> {
  const pool = new pg.Pool({ connectionString: path, max: 10 })
  await pool.query(table)
  await pool.query('INSERT INTO sessions SELECT unnest($1::text[]), 0, $2', [tokens.map(hash), document])
  const text = 'UPDATE sessions SET last_accessed_at = $1 WHERE token_hash = $2 RETURNING document'
  return {
    async refresh(tokenHash) {
      const { rows } = await pool.query({ name: 'refresh', text, values: [Date.now(), tokenHash] })
      return (rows[0] as { document: string } | undefined)?.document
    },
    close: () => void pool.end(),
  }
}

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const header = encode({ alg: 'ES256', typ: 'JWT' })

const server = createServer((request, response) => {
  if (request.url === '/health') return void response.end('{}')
  request.resume().on('end', async () => {
    const credentials = Buffer.from((request.headers.authorization ?? '').slice(6), 'base64').toString()
    const found = refresh(hash(credentials.slice(credentials.indexOf(':') + 1)))
    // Do not wait for a body that has already arrived.
    const data = found instanceof Promise ? await found : found
    const payload = `${header}.${encode({ sub: 'user', iat: Math.floor(Date.now() / 1000) })}`
    const signature = sign('sha256', Buffer.from(payload), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    const body = JSON.stringify({ data, session_jwt: `${payload}.${signature.toString('base64url')}` })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(`listening ${(server.address() as AddressInfo).port}`)
})
process.on('SIGTERM', () => {
  close()
  process.exit(0)
})
