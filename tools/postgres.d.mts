export interface PostgresServer {
  /** The connection string of the superuser, for the database `postgres`. */
  readonly url: string
  /** The id of the server process. */
  readonly pid: number
  /** Creates a database and returns its URL. */
  createDatabase(name: string): Promise<string>
  /** Stops the server immediately, as in a crash, and starts it on the same port. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export function startPostgres(options?: { source?: 'system' | 'embedded' }): Promise<PostgresServer>
