import { describe, expect, it } from 'vitest'
import { createLogger } from './logger.ts'

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
