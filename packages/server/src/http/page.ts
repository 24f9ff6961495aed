import type { ProviderContext } from '../provider-context.ts'
import type { Exchange } from './exchange.ts'

/** Something served outside the SDK API, by GET alone. */
export interface Page {
  /** Its name in logs and metrics. */
  name: string
  path: string
  handle(context: ProviderContext, exchange: Exchange, params: Record<string, string>): Promise<Response>
}
