import type { Exchange } from '../../http/exchange.ts'
import type { OAuthClientRecord, ProjectRecord } from '../../storage/records.ts'
import type { Params } from './params.ts'

/** One request for tokens, by an application that has shown who it is. */
export interface TokenRequest {
  exchange: Exchange
  project: ProjectRecord
  client: OAuthClientRecord
  params: Params
}
