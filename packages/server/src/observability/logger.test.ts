import { describe, expect, it } from 'vitest'
import { createLogger } from './logger.ts'
import { createLines } from './standard-output.ts'

describe('createLogger', () => {
  it('writes what is named and drops the rest, whoever passes it', () => {
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

  it('keeps a line a line and a value short', () => {
    const lines: string[] = []
    const logger = createLogger({ level: 'info', destination: { write: (line: string) => void lines.push(line) } })
    logger.warn({ reason: `a\nb${'x'.repeat(10_000)}` }, 'cut')
    expect(lines.join('').split('\n')).toHaveLength(2)
    expect(lines.join('').length).toBeLessThan(4_200)
  })
})

describe('the lines of a log', () => {
  it('go out together, once a turn', () => {
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

  it('are dropped while nobody reads, and counted as soon as somebody does', () => {
    const written: string[] = []
    let waiting = 0
    const lines = createLines({ waiting: () => waiting, write: (text) => void written.push(text) }, () => {})
    waiting = 4 * 1024 * 1024 + 1
    for (let count = 0; count < 3; count += 1) lines.write('lost\n')
    waiting = 0
    lines.write('found\n')
    lines.flush()
    expect(written).toEqual(['{"level":40,"count":3,"msg":"lines of the log were dropped"}\nfound\n'])
  })
})
