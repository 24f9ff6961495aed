import type { Client } from '@latchkey/client'
import { type AdminUser, adminEndpoints } from '@latchkey/contract/admin'
import { useCallback, useEffect, useState } from 'react'
import type { DevAdmin } from '../admin/dev-admin.ts'

export interface Users {
  /** Null until the provider responds. */
  readonly list: readonly AdminUser[] | null
  readonly error: string | null
  refresh(): void
  impersonate(user: AdminUser): void
  /** Guesses a wrong password until the account is locked out, as an attacker would. */
  lock(user: AdminUser): void
  unlock(user: AdminUser): void
}

const shownUsers = 20
/** Wrong secrets in a row that lock an account out. */
const wrongGuesses = 10
const impersonator = 'playground'

/** The newest users of the project, and what an operator can do with them. */
export function useUsers(admin: DevAdmin, client: Client): Users {
  const [list, setList] = useState<readonly AdminUser[] | null>(null)
  const [error, setError] = useState<string | null>(null)

  const run = useCallback((work: () => Promise<unknown>) => {
    work().then(
      () => setError(null),
      (cause: unknown) => setError(cause instanceof Error ? cause.message : String(cause)),
    )
  }, [])
  const read = useCallback(async () => {
    const { users } = await admin.call(adminEndpoints.adminUsersList, { request: { limit: shownUsers } })
    setList(users)
  }, [admin])
  const refresh = useCallback(() => run(read), [run, read])
  useEffect(refresh, [refresh])

  return {
    list,
    error,
    refresh,
    impersonate: ({ user_id }) =>
      run(async () => {
        const { impersonation_token } = await admin.call(adminEndpoints.adminImpersonationTokensCreate, {
          request: { user_id, impersonator },
        })
        await client.impersonation.authenticate({ impersonation_token })
      }),
    lock: (user) =>
      run(async () => {
        await guessPasswords(client, user.emails[0]?.email ?? '')
        await read()
      }),
    unlock: ({ user_id }) =>
      run(async () => {
        await admin.call(adminEndpoints.adminUsersUnlock, { params: { user_id } })
        await read()
      }),
  }
}

async function guessPasswords(client: Client, email: string): Promise<void> {
  for (let guess = 0; guess < wrongGuesses; guess += 1)
    await client.passwords
      .authenticate({ email, password: `wrong password ${guess}`, session_duration_minutes: 5 })
      .catch(() => undefined)
}
