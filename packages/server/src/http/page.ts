import type { Endpoint } from '@latchkey/contract'
import type { ProviderContext } from '../provider-context.ts'
import type { Exchange } from './exchange.ts'

/** A path outside of the SDK API. */
export interface Page {
  /** Its name in logs and metrics. */
  name: string
  path: string
  /** Defaults to GET only. */
  methods?: readonly ('GET' | 'POST' | 'OPTIONS')[]
  /** The endpoint of the contract that it implements, if any. */
  endpoint?: Endpoint
  /** Handled at once, without a slot of the concurrency limiter. */
  isUrgent?: boolean
  handle(context: ProviderContext, exchange: Exchange, params: Record<string, string>): Promise<Response>
}
