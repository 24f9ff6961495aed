import { describe, expect, it } from 'vitest'
import { createLogger } from './logger.ts'
import { createLines } from './standard-output.ts'

describe('createLogger', () => {
  it('writes the listed fields and drops all others', () => {
    const lines: string[] = []
    const logger = createLogger({ level: 'info', destination: { write: (line: string) => void lines.push(line) } })
    const fields = {
      request_id: 'request-id-test-1',
      status: 200,
      session_token: 'latchkey_st_secret',
      authorization: 'Basic secret',
      body: { code: '123456' },
      reason: { nested: 'secret' },
    }
    logger.info(fields, 'answered')
    logger.debug(fields, 'below the level')
    const written = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(written.map(({ time, ...rest }) => ({ ...rest, hasTime: /^\d{4}-.*Z$/.test(String(time)) }))).toEqual([
      { level: 30, request_id: 'request-id-test-1', status: 200, msg: 'answered', hasTime: true },
    ])
  })

  it('writes one line per entry and truncates long values', () => {
    const lines: string[] = []
    const logger = createLogger({ level: 'info', destination: { write: (line: string) => void lines.push(line) } })
    logger.warn({ reason: `a\nb${'x'.repeat(10_000)}` }, 'cut')
    expect(lines.join('').split('\n')).toHaveLength(2)
    expect(lines.join('').length).toBeLessThan(4_200)
  })
})

describe('the lines of a log', () => {
  it('are written together, once per turn of the event loop', () => {
    const [written, turns]: [string[], (() => void)[]] = [[], []]
    const output = { waiting: () => 0, write: (text: string) => void written.push(text) }
    const lines = createLines(output, (run) => void turns.push(run))
    for (const line of ['a\n', 'b\n']) lines.write(line)
    expect([written, turns.length]).toEqual([[], 1])
    turns.shift()?.()
    lines.write('c\n')
    lines.flush()
    lines.flush()
    expect(written).toEqual(['a\nb\n', 'c\n'])
  })

  it('are dropped while the reader is stalled, and counted when it continues', () => {
    const written: string[] = []
    let waiting = 0
    const lines = createLines({ waiting: () => waiting, write: (text) => void written.push(text) }, () => {})
    waiting = 4 * 1024 * 1024 + 1
    for (let count = 0; count < 3; count += 1) lines.write('lost\n')
    waiting = 0
    lines.write('found\n')
    lines.flush()
    expect(written).toEqual([
      '{"level":40,"count":3,"msg":"log lines were dropped because the reader of standard output is too slow"}\nfound\n',
    ])
  })
})
