import { isLatchkeyError } from '@latchkey/client'
import type {
  B2bClient,
  B2bMagicLinksInspectResponse,
  B2bState,
  DiscoveredOrganization,
  SignInByUrl,
} from '@latchkey/client/b2b'
import { type B2bOAuthProvider, errorMessage, type SchemaIssue } from '@latchkey/contract'
import type { ActiveSsoConnection, MemberPendingResponse } from '@latchkey/contract/b2b'
import { useCallback, useEffect, useState } from 'react'

/** The step that the page shows to a person without a session. */
export type SignInStep =
  | { readonly kind: 'email' }
  /** Without an organization, the person chooses one after the code. */
  | { readonly kind: 'code'; readonly email: string; readonly organizationId?: string | undefined }
  /**
   * A link was opened in a browser that did not request it, such as an invitation. `link` says for whom it is. The tile of
   * an identity provider opens a link, too.
   */
  | {
      readonly kind: 'confirm_link'
      readonly link: B2bMagicLinksInspectResponse | null
      readonly token: string
      readonly isSso: boolean
    }
  /** An organization has several connections. */
  | { readonly kind: 'connections'; readonly connections: readonly ActiveSsoConnection[] }
  | { readonly kind: 'choice'; readonly organizations: readonly DiscoveredOrganization[] }
  /** The organization requires another factor. */
  | { readonly kind: 'pending'; readonly response: MemberPendingResponse }

export interface MemberSignIn {
  readonly state: B2bState
  readonly step: SignInStep
  readonly error: string | null
  /** The code of the check that a sign-in with a connection has failed. */
  readonly diagnosis: string | null
  /** The other organizations of the signed-in person. Null until `findOthers` has read them. */
  readonly others: readonly DiscoveredOrganization[] | null
  /** Runs a call and shows its error. */
  run(work: () => Promise<unknown>): void
  /** Emails a code for an organization, or for the choice of one. */
  sendCode(email: string, organizationId?: string): void
  enterCode(code: string): void
  /** Leaves the page for an identity provider. */
  startOAuth(provider: B2bOAuthProvider, organizationId?: string): void
  showOneTap(organizationId?: string): void
  /** Looks for the connections of an organization by its slug, or by an address of its email domain, and starts one. */
  findConnections(slugOrEmail: string): void
  startSso(connectionId: string): void
  confirmLink(): void
  declineInvitation(): void
  createOrganization(name: string): void
  enter(organizationId: string): void
  invite(email: string): void
  findOthers(): void
  /** Replaces the session by one in another organization. */
  switchTo(organizationId: string): void
  signOut(): void
  startAgain(): void
}

export const duration = { session_duration_minutes: 60 }

/** Signs a person in to an organization with the client, step by step. */
export function useMemberSignIn(client: B2bClient): MemberSignIn {
  const [state, setState] = useState<B2bState>(() => ({
    member: client.self.getSync(),
    organization: client.organization.getSync(),
    session: client.session.getSync(),
  }))
  const [step, setStep] = useState<SignInStep>({ kind: 'email' })
  const [failure, setFailure] = useState<Failure | null>(null)
  const [others, setOthers] = useState<MemberSignIn['others']>(null)
  useEffect(
    () =>
      client.onStateChange((next) => {
        setState(next)
        if (next.session === null) setOthers(null)
        // The session of another factor: the next person starts with an address.
        else setStep((before) => (before.kind === 'pending' ? { kind: 'email' } : before))
      }),
    [client],
  )

  const run = useCallback((work: () => Promise<unknown>) => {
    work().then(
      () => setFailure(null),
      (cause: unknown) => setFailure(failureOf(cause)),
    )
  }, [])
  const redeemLink = useCallback(async () => {
    // Before the call, which removes the token from the address bar.
    const landing = client.parseAuthenticateUrl()
    const isConfirmation = (cause: unknown): boolean =>
      isLatchkeyError(cause) && cause.name === 'SdkError' && cause.kind === 'confirmation_required'
    const found = await client.authenticateByUrl(duration).catch(async (cause: unknown) => {
      if (!isConfirmation(cause)) throw cause
      const isSso = landing?.tokenType === 'sso'
      const isMailed = landing && !isSso && landing.tokenType !== 'impersonation'
      const link = isMailed ? await client.magicLinks.inspect(landing.token) : null
      setStep({ kind: 'confirm_link', link, token: landing?.token ?? '', isSso })
      return null
    })
    if (found) setStep(stepAfter(found.data))
  }, [client])
  useEffect(() => {
    if (client.parseAuthenticateUrl() !== null) run(redeemLink)
  }, [client, run, redeemLink])

  const conclude = async (response: Promise<SignInByUrl>): Promise<void> => setStep(stepAfter(await response))
  return {
    ...{ state, step, error: failure?.message ?? null, diagnosis: failure?.diagnosis ?? null, others, run },
    sendCode: (email_address, organization_id) =>
      run(async () => {
        if (organization_id) await client.otps.email.loginOrSignup({ email_address, organization_id })
        else await client.otps.email.discovery.send({ email_address })
        setStep({ kind: 'code', email: email_address, organizationId: organization_id })
      }),
    enterCode: (code) => {
      if (step.kind !== 'code') return
      const { email: email_address, organizationId: organization_id } = step
      run(() =>
        conclude(
          organization_id
            ? client.otps.email.authenticate({ email_address, organization_id, code, ...duration })
            : client.otps.email.discovery.authenticate({ email_address, code }),
        ),
      )
    },
    startOAuth: (provider, organization_id) =>
      run(() =>
        organization_id ? client.oauth[provider].start({ organization_id }) : client.oauth[provider].discovery.start(),
      ),
    showOneTap: (organization_id) =>
      run(async () => {
        const { googleOneTap } = client.oauth
        const result = await (organization_id
          ? googleOneTap.start({ organization_id })
          : googleOneTap.discovery.start())
        if (!result.success && result.reason !== 'user_cancel') throw result.cause
      }),
    findConnections: (text) =>
      run(async () => {
        const connections = await findConnections(client, text)
        const [connection] = connections
        if (!connection) throw new Error('No organization with single sign-on has this slug or email domain.')
        if (connections.length > 1) setStep({ kind: 'connections', connections })
        else await client.sso.start({ connection_id: connection.connection_id })
      }),
    startSso: (connection_id) => run(() => client.sso.start({ connection_id })),
    confirmLink: () => run(redeemLink),
    declineInvitation: () =>
      run(async () => {
        if (step.kind !== 'confirm_link') return
        await client.magicLinks.decline(step.token)
        setStep({ kind: 'email' })
      }),
    createOrganization: (organization_name) =>
      run(() => conclude(client.discovery.organizations.create({ organization_name, ...duration }))),
    enter: (organization_id) =>
      run(() => conclude(client.discovery.intermediateSessions.exchange({ organization_id, ...duration }))),
    invite: (email_address) => run(() => client.magicLinks.email.invite({ email_address })),
    findOthers: () =>
      run(async () => {
        const { discovered_organizations } = await client.discovery.organizations.list()
        const current = client.organization.getSync()?.organization_id
        setOthers(discovered_organizations.filter(({ organization }) => organization.organization_id !== current))
      }),
    switchTo: (organization_id) => run(() => conclude(client.session.exchange({ organization_id, ...duration }))),
    signOut: () => run(() => client.session.revoke()),
    startAgain: () => setStep({ kind: 'email' }),
  }
}

async function findConnections(client: B2bClient, slugOrEmail: string): Promise<readonly ActiveSsoConnection[]> {
  if (slugOrEmail.includes('@')) return (await client.sso.discoverConnections(slugOrEmail)).connections
  const { organization } = await client.organization.getBySlug({ organization_slug: slugOrEmail })
  return organization?.sso_active_connections ?? []
}

interface Failure {
  readonly message: string
  readonly diagnosis: string | null
}

function failureOf(cause: unknown): Failure {
  if (!isLatchkeyError(cause))
    return { message: cause instanceof Error ? cause.message : String(cause), diagnosis: null }
  if (cause.name === 'SchemaError') return { message: cause.issues.map(sentenceOf).join(' '), diagnosis: null }
  if (cause.name !== 'ApiError') return { message: cause.message, diagnosis: null }
  const { error_type, error_message, error_details: details } = cause
  // A landing URL has the type of an error only.
  const message = error_message || errorMessage(error_type)
  // The failed check of a response, or the rule that keeps a person from joining.
  const diagnosis = [details?.code, details?.rule].find((value) => typeof value === 'string') ?? null
  return { message, diagnosis }
}

function sentenceOf({ dataPath, message }: SchemaIssue): string {
  return `${dataPath.replace(/^\./, '')} ${message}.`
}

/** After a sign-in the next person starts with an address. */
function stepAfter(response: SignInByUrl): SignInStep {
  if ('discovered_organizations' in response)
    return { kind: 'choice', organizations: response.discovered_organizations }
  return response.member_authenticated ? { kind: 'email' } : { kind: 'pending', response }
}
