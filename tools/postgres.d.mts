export interface PostgresServer {
  /** Of the superuser, on the database `postgres`. */
  readonly url: string
  /** Of the server process. */
  readonly pid: number
  /** Returns the URL of the new database. */
  createDatabase(name: string): Promise<string>
  /** As after a crash: stops at once, then recovers, on the same port. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export function startPostgres(options?: { source?: 'system' | 'embedded' }): Promise<PostgresServer>
