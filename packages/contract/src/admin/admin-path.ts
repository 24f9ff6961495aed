/**
 * The path prefix of the admin API, which backends call with `Basic base64("<project_id>:<secret>")`. GET and DELETE
 * requests carry their fields in the query, the others in a JSON body.
 */
export const adminPath = '/v1'

/** The paging fields of every list request. */
export interface PageRequest {
  /** `next_cursor` of the previous page. */
  cursor?: string
  /** At most 200. @default 50 */
  limit?: number
}

/** The paging fields of every list response. */
export interface PageInfo {
  /** Null on the last page. */
  next_cursor: string | null
}
