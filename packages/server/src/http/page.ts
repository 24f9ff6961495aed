import type { Endpoint } from '@latchkey/contract'
import type { ProviderContext } from '../provider-context.ts'
import type { Exchange } from './exchange.ts'

/** Something served outside the SDK API. */
export interface Page {
  /** Its name in logs and metrics. */
  name: string
  path: string
  /** GET alone, if nothing is said. */
  methods?: readonly ('GET' | 'POST' | 'OPTIONS')[]
  /** The endpoint of the contract that it answers, where it is one. */
  endpoint?: Endpoint
  /** Answered at once, however many wait. */
  isUrgent?: boolean
  handle(context: ProviderContext, exchange: Exchange, params: Record<string, string>): Promise<Response>
}
