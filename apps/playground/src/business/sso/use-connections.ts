import type { B2bClient, B2bOrganizationUpdateRequest, Member, Organization } from '@latchkey/client/b2b'
import { adminEndpoints, type SsoAttempt } from '@latchkey/contract/admin'
import type { OidcConnection, SamlConnection, SsoGroupRoleAssignment, SsoTestResult } from '@latchkey/contract/b2b'
import { useRef, useState } from 'react'
import type { DevAdmin } from '../../admin/dev-admin.ts'
import type { MemberSignIn } from '../use-member-sign-in.ts'
import { connectFake, type FakeIdentityProvider } from './fake-identity-providers.ts'

export type Connection = SamlConnection | OidcConnection

/** A test that this page has started. */
export interface StartedTest {
  readonly connectionId: string
  readonly testId: string
  readonly url: string
  /** Null until a browser has taken the test. */
  readonly result: SsoTestResult | null
}

export interface Connections {
  /** Null until they were requested. */
  readonly list: readonly Connection[] | null
  /** The active break-glass members. */
  readonly breakGlass: readonly Member[]
  readonly organization: Organization | null
  readonly test: StartedTest | null
  /** By connection, as far as they were requested. */
  readonly attempts: Readonly<Record<string, readonly SsoAttempt[]>>
  open(): void
  close(): void
  connect(fake: FakeIdentityProvider): void
  remove(connection: Connection): void
  /** Opens the test in another window. */
  startTest(connection: Connection): void
  readAttempts(connection: Connection): void
  setGroupRoles(connection: Connection, assignments: SsoGroupRoleAssignment[]): void
  /** Makes the signed-in member a break-glass member, or an ordinary one. */
  setBreakGlass(isBreakGlass: boolean): void
  setJoining(isAllowed: boolean): void
  setSsoOnly(isSsoOnly: boolean): void
}

interface Found {
  /** Another member of this browser has other connections. */
  readonly by: string
  readonly connections: readonly Connection[]
  readonly breakGlass: readonly Member[]
}

const ssoOnly: B2bOrganizationUpdateRequest = { auth_methods: 'RESTRICTED', allowed_auth_methods: ['sso'] }
const pollMs = 1_000
/** The address of a test works for ten minutes. */
const testMs = 600_000

export const isSaml = (connection: Connection): connection is SamlConnection => 'acs_url' in connection

export function groupRolesOf(connection: Connection): SsoGroupRoleAssignment[] {
  return isSaml(connection)
    ? connection.saml_group_implicit_role_assignments
    : connection.oidc_group_implicit_role_assignments
}

export function isSsoOnly({ auth_methods, allowed_auth_methods }: Organization): boolean {
  return auth_methods === 'RESTRICTED' && allowed_auth_methods.join() === 'sso'
}

/** The connections of the organization, as its admins manage them with the client. */
export function useConnections(client: B2bClient, admin: DevAdmin, signIn: MemberSignIn): Connections {
  const { state, run } = signIn
  const memberId = state.member?.member_id ?? ''
  const [found, setFound] = useState<Found | null>(null)
  const [test, setTest] = useState<(StartedTest & { by: string }) | null>(null)
  const [attempts, setAttempts] = useState<{ by: string; lists: Connections['attempts'] }>({ by: '', lists: {} })
  const newestTest = useRef('')
  const own = found?.by === memberId ? found : null
  const ownTest = test?.by === memberId ? test : null

  async function read(): Promise<void> {
    const [{ saml_connections, oidc_connections }, { members }] = await Promise.all([
      client.sso.getConnections(),
      client.organization.members.search({
        query: { operator: 'AND', operands: [{ filter_name: 'member_is_breakglass', filter_value: true }] },
      }),
    ])
    const connections = [...saml_connections, ...oidc_connections]
    setFound({ by: memberId, connections, breakGlass: members.filter(({ status }) => status === 'active') })
  }
  async function readAttempts(connection_id: string): Promise<void> {
    const organization_id = state.organization?.organization_id ?? ''
    const { attempts: list } = await admin.call(adminEndpoints.adminSsoListAttempts, {
      params: { organization_id, connection_id },
    })
    setAttempts(({ by, lists }) => ({
      by: memberId,
      lists: { ...(by === memberId ? lists : {}), [connection_id]: list },
    }))
  }
  /** Makes a change, then reads what it has changed. */
  const change = (work: () => Promise<unknown>): void =>
    run(async () => {
      await work()
      await Promise.all([read(), client.organization.get()])
    })

  /** Null if the test was not taken in time, or another one was started. */
  async function waitForResult({ connectionId, testId }: StartedTest): Promise<SsoTestResult | null> {
    const end = performance.now() + testMs
    while (performance.now() < end && newestTest.current === testId) {
      const { result } = await client.sso.getTest({ connection_id: connectionId, test_id: testId })
      if (result !== null) return result
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
    return null
  }

  return {
    list: own?.connections ?? null,
    breakGlass: own?.breakGlass ?? [],
    organization: state.organization,
    test: ownTest,
    attempts: attempts.by === memberId ? attempts.lists : {},
    open: () => run(read),
    close: () => setFound(null),
    connect: (fake) => change(() => connectFake(client, fake)),
    remove: ({ connection_id }) => change(() => client.sso.deleteConnection(connection_id)),
    startTest: ({ connection_id: connectionId }) =>
      run(async () => {
        const { test_id: testId, test_url: url } = await client.sso.startTest(connectionId)
        const started: StartedTest = { connectionId, testId, url, result: null }
        newestTest.current = testId
        setTest({ by: memberId, ...started })
        window.open(url)
        // The member may sign out, or delete the connection.
        const result = await waitForResult(started).catch(() => null)
        if (result === null) return
        setTest({ by: memberId, ...started, result })
        // A test that passed changes the connection.
        await Promise.all([read(), readAttempts(connectionId)])
      }),
    readAttempts: ({ connection_id }) => run(() => readAttempts(connection_id)),
    setGroupRoles: (connection, assignments) =>
      change(() =>
        isSaml(connection)
          ? client.sso.saml.updateConnection({
              connection_id: connection.connection_id,
              saml_group_implicit_role_assignments: assignments,
            })
          : client.sso.oidc.updateConnection({
              connection_id: connection.connection_id,
              oidc_group_implicit_role_assignments: assignments,
            }),
      ),
    setBreakGlass: (is_breakglass) =>
      change(() =>
        client.organization.members.update({ member_id: memberId, is_breakglass, preserve_existing_sessions: true }),
      ),
    setJoining: (isAllowed) =>
      change(() => client.organization.update({ sso_jit_provisioning: isAllowed ? 'ALL_ALLOWED' : 'NOT_ALLOWED' })),
    setSsoOnly: (isOn) => change(() => client.organization.update(isOn ? ssoOnly : { auth_methods: 'ALL_ALLOWED' })),
  }
}
