import { readFileSync } from 'node:fs'
import { UsageError } from '../command.ts'

/** `-` reads standard input. Removes a byte order mark. */
export function readInput(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8').replace(/^\ufeff/, '')
  } catch {
    throw new UsageError(`${path} cannot be read`)
  }
}

export function readJsonFile(path: string): unknown {
  try {
    return JSON.parse(readInput(path))
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${path} is not valid JSON`)
  }
}
