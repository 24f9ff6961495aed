import type { BackendSession, VerifyRequestOptions } from '@latchkey/backend'
import type { User } from '@latchkey/contract'
import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { pathHeader, readSession, signInUrl } from './request.ts'
import { readSettings } from './settings.ts'

/** The options of `auth.protect`. */
export interface ProtectOptions extends VerifyRequestOptions {
  /** Shows the page "not found" if the roles of the user do not permit this action. */
  readonly permission?: { readonly resource: string; readonly action: string } | undefined
}

/** The type of `auth`. */
export interface AuthFunction {
  (options?: VerifyRequestOptions): Promise<BackendSession | null>
  /**
   * Returns the session, or redirects to the sign-in page if the user is signed out. For pages and server actions.
   *
   * @example
   * const session = await auth.protect({ permission: { resource: 'documents', action: 'delete' } })
   */
  protect(options?: ProtectOptions): Promise<BackendSession>
  /** Returns the user with profile, or null. Asks the provider: all components of a page share one call. */
  user(): Promise<User | null>
}

/** Components of one request share the result. */
const readOnce = cache(async (requireHeader: boolean, fresh: boolean): Promise<BackendSession | null> => {
  // Called first: it makes the page dynamic, so that a build does not need the settings.
  const all = await headers()
  return readSession(readSettings().backend, all, { requireHeader, fresh })
})

const read = ({ requireHeader = false, fresh = false }: VerifyRequestOptions = {}): Promise<BackendSession | null> =>
  readOnce(requireHeader, fresh)

/**
 * Returns the session of the request in server components, route handlers and server actions; null if the user is signed
 * out. Rejects if it cannot know, for example with an `UnreachableError` if the provider does not respond.
 *
 * @example
 * const session = await auth()
 * if (!session) return new Response(null, { status: 401 })
 * session.userId
 */
export const auth: AuthFunction = Object.assign(read, {
  async protect({ permission, ...options }: ProtectOptions = {}): Promise<BackendSession> {
    const session = await read(options)
    if (!session) redirect(signInUrl(readSettings().signInPath, (await headers()).get(pathHeader)))
    if (permission && !(await session.can(permission.resource, permission.action))) notFound()
    return session
  },
  user: async (): Promise<User | null> => (await read({ fresh: true }))?.user ?? null,
})
