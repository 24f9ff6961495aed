import type { Instant } from './instant.ts'

/** The hash of a password, apart from its registration: only the comparison reads it. */
export interface PasswordRecord {
  projectId: string
  /** The id of the registration. */
  id: string
  /** A PHC string, or an imported hash until the user signs in. */
  hash: string
  setAt: Instant
}

export interface PasswordVerbs {
  find(projectId: string, id: string): Promise<PasswordRecord | null>
  /** Inserts or replaces the password of a registration. */
  set(password: PasswordRecord): Promise<void>
  /**
   * Only while it is still the hash that a password was compared with: a sign-in with a password that was changed
   * meanwhile ends here. It also holds the row, so that a change waits for the sign-in and then ends its session.
   */
  replaceIfUnchanged(projectId: string, id: string, compared: string, hash: string): Promise<boolean>
  /** Removes the hash. False if it does not exist. */
  remove(projectId: string, id: string): Promise<boolean>
}
