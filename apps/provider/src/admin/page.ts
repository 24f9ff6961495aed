import type { PageInfo, PageRequest } from '@latchkey/contract/admin'
import { type CommandInput, oneOption, UsageError } from '../command.ts'

export function pageOf(input: CommandInput): PageRequest {
  const [cursor, limit] = [oneOption(input, 'cursor'), oneOption(input, 'limit')]
  if (limit !== undefined && !/^\d{1,3}$/.test(limit)) throw new UsageError('--limit must be 1 to 200')
  return { ...(cursor === undefined ? {} : { cursor }), ...(limit === undefined ? {} : { limit: Number(limit) }) }
}

export function showNextPage({ terminal }: CommandInput, { next_cursor }: PageInfo): void {
  if (next_cursor !== null) terminal.out(`\nNext page: --cursor ${next_cursor}\n`)
}
