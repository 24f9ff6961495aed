import type { Client } from '@latchkey/client'
import { createClient } from '@latchkey/client'
import type { VirtualClock } from '@latchkey/client/testing'
import { createMemoryProfile, settle } from '@latchkey/client/testing'
import type { AuthenticateResponse, BootstrapResponse } from '@latchkey/contract'

export interface Provider {
  /** The response of each path below /sdk/v1: data, a complete response, or an error for an unreachable provider. */
  readonly answers: Record<string, object | Error | Response>
  /** Opens another tab of the same browser, with its own client. */
  open(): Client
  /** The time of the browser. */
  readonly clock: VirtualClock
}

const token = 'public-token-test-1'
export const bootstrapPath: string = `/projects/bootstrap/${token}`

export const policy: BootstrapResponse['rbac_policy'] = {
  roles: [
    { role_id: 'editor', description: '', permissions: [{ resource_id: 'documents', actions: ['write'] }] },
    { role_id: 'admin', description: '', permissions: [{ resource_id: 'documents', actions: ['*'] }] },
  ],
  resources: [],
  scopes: [],
}

export function createProvider(): Provider {
  const answers: Provider['answers'] = { [bootstrapPath]: { rbac_policy: policy }, '/events': {} }
  const profile = createMemoryProfile({
    async fetch(url) {
      const data = answers[url.replace(/^.*\/sdk\/v1/, '')]
      if (!data || data instanceof Error) throw data ?? new Error(`no response for ${url}`)
      if (data instanceof Response) return data.clone()
      return Response.json({ data: { request_id: 'r', status_code: 200, ...data } })
    },
  })
  return {
    answers,
    clock: profile.clock,
    open: () =>
      createClient(token, {
        domains: { testApi: 'http://localhost:4000' },
        platform: profile.openTab().platform,
      }),
  }
}

export function answerFor(roles: string[], change: object = {}): Partial<AuthenticateResponse> {
  return {
    user_id: 'user-test-ada',
    user: { user_id: 'user-test-ada', roles } as AuthenticateResponse['user'],
    session: {
      session_id: 'session-test-1',
      user_id: 'user-test-ada',
      started_at: '2030-01-01T00:00:00Z',
      last_accessed_at: '2030-01-01T00:00:00Z',
      expires_at: '2030-01-01T01:00:00Z',
      ...change,
    } as AuthenticateResponse['session'],
    session_token: 'token-1',
    session_jwt: 'jwt-1',
  }
}

export async function signIn(provider: Provider, client: Client, roles = ['editor']): Promise<void> {
  provider.answers['/otps/authenticate'] = answerFor(roles)
  await client.otps.authenticate('123456', 'method-1', { session_duration_minutes: 30 })
  await settle()
}
