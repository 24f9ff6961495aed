// The floor: what one refresh cannot do without. Node's http, one UPDATE … RETURNING, one ES256 signature.
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from '@photostructure/sqlite'

const database = new DatabaseSync(process.argv[2] ?? ':memory:')
database.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
database.exec('CREATE TABLE sessions (token_hash TEXT PRIMARY KEY, last_accessed_at INTEGER, document TEXT)')
const hash = (token: string): string => createHash('sha256').update(token).digest('hex')
const token = process.argv[3] ?? 'token'
database.prepare('INSERT INTO sessions VALUES (?, ?, ?)').run(hash(token), 0, JSON.stringify({ user: 'x'.repeat(600) }))

const refresh = database.prepare('UPDATE sessions SET last_accessed_at = ? WHERE token_hash = ? RETURNING document')
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const header = encode({ alg: 'ES256', typ: 'JWT' })

const server = createServer((request, response) => {
  if (request.url === '/health') return void response.end('{}')
  request.resume().on('end', () => {
    const credentials = Buffer.from((request.headers.authorization ?? '').slice(6), 'base64').toString()
    const row = refresh.get(Date.now(), hash(credentials.slice(credentials.indexOf(':') + 1))) as
      | { document: string }
      | undefined
    const payload = `${header}.${encode({ sub: 'user', iat: Math.floor(Date.now() / 1000) })}`
    const signature = sign('sha256', Buffer.from(payload), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    const body = JSON.stringify({ data: row?.document, session_jwt: `${payload}.${signature.toString('base64url')}` })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(`listening ${(server.address() as AddressInfo).port}`)
})
process.on('SIGTERM', () => {
  // Also keeps the database from being collected: a statement alone does not.
  database.close()
  process.exit(0)
})
