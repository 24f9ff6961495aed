import { createSocket, type Socket } from 'node:dgram'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTxtLookup } from './txt-lookup.ts'

/** A name server for TXT records on this machine (RFC 1035). Names that it does not have do not exist. */
const records: Record<string, readonly (readonly string[])[]> = {
  'one.test': [['token']],
  'several.test': [['v=spf1 -all'], ['a'.repeat(255), 'b'.repeat(45)]],
  'empty.test': [],
}
/** Names of which the server reports a failure, and names of which it reports nothing. */
const failing = 'failing.test'
const silent = 'silent.test'
let socket: Socket
let servers: readonly string[]

beforeAll(async () => {
  socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const name = nameIn(query)
    if (name !== silent) socket.send(answer(query, name), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  servers = [`127.0.0.1:${socket.address().port}`]
})
afterAll(() => new Promise<void>((resolve) => socket.close(() => resolve())))

function nameIn(query: Buffer): string {
  const labels: string[] = []
  for (let at = 12; query[at]; at += (query[at] ?? 0) + 1)
    labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)))
  return labels.join('.').toLowerCase()
}

function answer(query: Buffer, name: string): Buffer {
  const found = records[name]
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  const noSuchName = 3
  const serverFailure = 2
  header.writeUInt16BE(0x8180 | (name === failing ? serverFailure : found ? 0 : noSuchName), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(found?.length ?? 0, 6)
  const questionEnd = query.indexOf(0, 12) + 5
  const answers = (found ?? []).map((texts) => {
    const data = Buffer.concat(texts.map((text) => Buffer.concat([Buffer.of(text.length), Buffer.from(text)])))
    const fixed = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 0xff])
    return Buffer.concat([fixed, data])
  })
  return Buffer.concat([header, query.subarray(12, questionEnd), ...answers])
}

it('reads the TXT records of a name and joins the texts of each', async () => {
  const lookup = createTxtLookup({ servers })
  expect(await lookup('one.test')).toEqual({ kind: 'records', values: ['token'] })
  expect(await lookup('several.test')).toEqual({
    kind: 'records',
    values: ['v=spf1 -all', `${'a'.repeat(255)}${'b'.repeat(45)}`],
  })
})

it('tells a name without a record from a name server without a response', async () => {
  const lookup = createTxtLookup({ servers, timeoutMs: 50 })
  expect([await lookup('empty.test'), await lookup('unknown.test')]).toEqual([{ kind: 'absent' }, { kind: 'absent' }])
  expect([await lookup(failing), await lookup(silent)]).toEqual([{ kind: 'unreachable' }, { kind: 'unreachable' }])
})

it.each(['', 'a'.repeat(300), '..', 'a\0b.test', 'ü.test'])('never rejects: %j', async (name) => {
  expect(['absent', 'unreachable']).toContain((await createTxtLookup({ servers, timeoutMs: 50 })(name)).kind)
})
