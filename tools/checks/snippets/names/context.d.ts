// What a part of a module in the documentation can use without declaring it: what its page introduced before, and
// functions of the reader's own application.
import type { Backend, BackendSession } from '@latchkey/backend'
import type { AdminApi } from '@latchkey/backend/admin'
import type { Client, ClientOptions } from '@latchkey/client'
import type { Testkit } from '@latchkey/testkit'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import type { ReactElement } from 'react'

export { createBackend } from '@latchkey/backend'
export { createClient, isLatchkeyError } from '@latchkey/client'
export { mountLogin } from '@latchkey/elements'
export {
  LatchkeyProvider,
  Protect,
  SignedIn,
  SignedOut,
  useAuth,
  useClient,
  useIsAuthorized,
  useSession,
  useUser,
} from '@latchkey/react'
export { createTestkit } from '@latchkey/testkit'
export { createLoginFlow, IdentityProvider, Login, PasskeyRegistration, ResetPassword } from '@latchkey/widgets'
export { modern } from '@latchkey/widgets/themes'
export { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
export { createRoot } from 'react-dom/client'
export { expect, it } from 'vitest'

export declare const client: Client
export declare const backend: Backend
export declare const admin: AdminApi
export declare const kit: Testkit
/** The options of `createClient`. */
export declare const options: ClientOptions

/** The request that the reader's server handles, and its session. */
export declare const request: Request
export declare const session: BackendSession
export declare const payload: JWTPayload

export declare const provider: string
export declare const publicToken: `public-token-${string}`
export declare const projectId: string
export declare const keys: JWTVerifyGetKey
export declare const issuer: string
export declare const audience: string
export declare const sessionToken: string
export declare const jwt: string
export declare const token: string
export declare const code: string
export declare const methodId: string
export declare const method_id: string
export declare const totp_id: string
export declare const email: string
export declare const impersonation_token: string
/** Where a connection sends the browser. */
export declare const requestUrl: string
export declare const authorizationUrl: string
/** The URL of the page. */
export declare const here: string

export declare const signal: AbortSignal
export declare const button: HTMLButtonElement
export declare const image: HTMLImageElement
export declare const container: HTMLElement

/** Functions and components of the reader. */
export declare function Account(): ReactElement
export declare function askAgain(): void
export declare function redirect(path: string): Response
export declare function render(...values: readonly unknown[]): void
export declare function send(message: unknown): Promise<void>
export declare function showButton(label: string, onClick: () => Promise<unknown>): void
