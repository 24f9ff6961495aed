import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRecordingTerminal } from '../recording-terminal.suite.ts'
import { runProgram } from './run-program.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-program-'))
})
afterAll(() => rm(folder, { recursive: true }))

const untilNever = () => new Promise<void>(() => {})

describe('runProgram', () => {
  it('ends with the exit code of the program', async () => {
    const terminal = createRecordingTerminal({ untilStopped: untilNever })
    expect(await runProgram([process.execPath, '--eval', 'process.exit(3)'], terminal)).toBe(3)
  })

  it('stops the program and succeeds when it is stopped itself', async () => {
    const started = join(folder, 'started')
    const stopped = join(folder, 'stopped')
    const script = `
      const { writeFileSync } = require('node:fs')
      process.on('SIGTERM', () => { writeFileSync(${JSON.stringify(stopped)}, 'by a signal'); process.exit(1) })
      setInterval(() => {}, 1000)
      writeFileSync(${JSON.stringify(started)}, 'yes')`
    const read = (path: string) => readFile(path, 'utf8').catch(() => '')
    const terminal = createRecordingTerminal({
      untilStopped: () => expect.poll(() => read(started)).toBe('yes'),
    })
    expect(await runProgram([process.execPath, '--eval', script], terminal)).toBe(0)
    expect(await read(stopped)).toBe('by a signal')
  })

  it('names a program that is not installed', async () => {
    const terminal = createRecordingTerminal({ untilStopped: untilNever })
    await expect(runProgram(['vitte'], terminal)).rejects.toThrow(
      'vitte cannot be started. Is it installed in this project?',
    )
  })
})
