/**
 * Every call of a project's own servers lives under this prefix, with `Basic base64("<project_id>:<secret>")`.
 * The request of a GET or DELETE stands in its query, that of the others in a JSON body.
 */
export const adminPath = '/v1'

/** What every list takes. */
export interface PageRequest {
  /** As the page before gave it. */
  cursor?: string
  /** 50 if not said, 200 at most. */
  limit?: number
}

/** What every list gives. */
export interface PageInfo {
  /** Null on the last page. */
  next_cursor: string | null
}
