import type { RbacPolicy } from '@latchkey/contract'
import { expect, it } from 'vitest'
import { baseUrl, bearer, cookies, setUp } from './backend.suite.ts'
import { createInitialStateReader } from './ssr.ts'

const reader = { resource_id: 'documents', actions: ['read'] }
const rbacPolicy: RbacPolicy = {
  roles: [
    { role_id: 'latchkey_user', description: '', permissions: [reader] },
    { role_id: 'editor', description: '', permissions: [{ resource_id: 'documents', actions: ['*'] }] },
  ],
  resources: [{ resource_id: 'documents', description: '', actions: ['read', 'write'] }],
  scopes: [],
}

it('returns the session as the client has it, with the roles of the user, and no token', async () => {
  const { backend, user, kit, fetch } = await setUp({ settings: { rbacPolicy } })
  const read = createInitialStateReader({ baseUrl, publicToken: kit.project.publicToken, fetch, now: kit.clock.now })
  const state = await read(await backend.verifyRequest(bearer(user.jwt)))
  const { body } = await kit.call('POST', '/sessions/authenticate', {}, user.token)
  const { session, user: profile } = body.data ?? {}
  expect(state).toEqual({
    session: { ...(session as object), last_accessed_at: state.session?.last_accessed_at },
    user: undefined,
    policy: { roles: [{ role_id: 'latchkey_user', description: '', permissions: [reader] }] },
  })
  const fresh = await read(await backend.verifyRequest(cookies(user.cookie), { fresh: true }))
  expect(fresh.user).toEqual(profile)
  expect(JSON.stringify([state, fresh])).not.toContain(user.jwt.split('.')[2])
  expect(await read(null)).toEqual({ session: null })
})

it('omits the policy if the provider does not respond', async () => {
  const setup = await setUp()
  const { backend, user, kit, fetch } = setup
  const session = await backend.verifyRequest(bearer(user.jwt))
  setup.connection = () => Promise.reject(new TypeError('fetch failed'))
  const read = createInitialStateReader({ baseUrl, publicToken: kit.project.publicToken, fetch })
  expect(await read(session)).toMatchObject({ session: { user_id: user.userId }, policy: undefined })
})
