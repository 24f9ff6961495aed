import type { B2bClient } from '@latchkey/client/b2b'
import type { ExternalConnection, OidcConnection, SamlConnection, SsoConnectionKind } from '@latchkey/contract/b2b'
import type { Actor, Runner } from '../../flow/actor.ts'
import { createActor } from '../../flow/actor.ts'
import { createCommonEffects } from '../../widget/common-effects.ts'
import { runCall } from '../../widget/run-call.ts'
import type { WidgetDeps } from '../../widget/widget-definition.ts'
import { applyDifference } from '../access/apply-difference.ts'
import { accessTo, givableRoles, grantsOf } from '../access/read-access.ts'
import { withReason } from '../access/with-reason.ts'
import { ssoFlow, startSsoSetup } from './sso.flow.ts'
import type {
  ShownConnection,
  SsoAnswer,
  SsoEffect,
  SsoEvent,
  SsoRequest,
  SsoState,
  SsoViewer,
} from './sso-state.flow.ts'

type Deps = WidgetDeps<B2bClient>

/** Runs the flow with a client. Nothing happens before it is started. */
export function createSsoActor(deps: Deps): Actor<SsoState, SsoEvent> {
  const { client } = deps
  /** A policy that cannot be loaded permits nothing. */
  let hasPolicy = client.bootstrap.getSync().rbacPolicy !== undefined
  const actor = createActor(
    ssoFlow,
    startSsoSetup(readSsoViewer(client, hasPolicy)),
    createRunner(deps),
    ({ type }) => type === 'emit',
  )
  let known = ''
  const look = (): void => {
    const viewer = readSsoViewer(client, hasPolicy)
    const text = JSON.stringify(viewer)
    if (known && text !== known) actor.send({ type: 'viewer_changed', viewer })
    known = text
  }
  return {
    ...actor,
    start() {
      look()
      const stop = actor.start()
      const unwatch = client.onStateChange(look)
      client.bootstrap
        .get()
        .catch(() => undefined)
        .then(() => {
          hasPolicy = true
          look()
        })
      return () => {
        unwatch()
        stop()
      }
    },
  }
}

function readSsoViewer(client: B2bClient, isKnown: boolean): SsoViewer {
  const grants = grantsOf(client)
  const to = (action: 'get' | 'create' | 'update' | 'delete') => accessTo(grants, 'sso', action)
  return {
    isKnown,
    organizationId: client.session.getSync()?.organization_id ?? null,
    access: { get: to('get'), create: to('create'), update: to('update'), delete: to('delete') },
    roles: givableRoles(grants),
  }
}

const empty = { values: [], metadataUrl: '', issuer: '', clientId: '', hasSecret: false, certificates: [] } as const

function base(
  kind: SsoConnectionKind,
  { connection_id: id, display_name: name, status }: SamlConnection | OidcConnection | ExternalConnection,
) {
  return { ...empty, id, kind, name, isActive: status === 'active' }
}

function ofSaml(saml: SamlConnection): ShownConnection {
  return {
    ...base('saml', saml),
    values: [
      { name: 'acs', value: saml.acs_url },
      { name: 'entity', value: saml.audience_uri },
    ],
    metadataUrl: saml.metadata_url,
    certificates: saml.verification_certificates
      .filter(({ retired_at }) => retired_at === null)
      .map(({ certificate_id: id, fingerprint, expires_at }) => ({
        id,
        fingerprint,
        expiresAt: Date.parse(expires_at),
      })),
    groups: saml.saml_group_implicit_role_assignments,
  }
}

function ofOidc(oidc: OidcConnection): ShownConnection {
  return {
    ...base('oidc', oidc),
    values: [{ name: 'redirect', value: oidc.redirect_url }],
    ...{ issuer: oidc.issuer, clientId: oidc.client_id, hasSecret: oidc.has_client_secret },
    groups: oidc.oidc_group_implicit_role_assignments,
  }
}

function ofExternal(external: ExternalConnection): ShownConnection {
  return { ...base('external', external), groups: external.external_group_implicit_role_assignments }
}

/** A link runs no script. */
export function toLink(url: string): string {
  if (!/^https?:$/.test(new URL(url).protocol)) throw new Error('The test has no address of a web page')
  return url
}

/** Rejects where there is no clipboard: on a page without TLS. */
async function copy(value: string): Promise<void> {
  return navigator.clipboard.writeText(value)
}

function createRunner(deps: Deps): Runner<SsoEvent, SsoEffect> {
  const { client, clock } = deps
  const { sso } = client
  const { reportError, runCommonEffect } = createCommonEffects(deps)
  const answered = (connection: ShownConnection): SsoAnswer => ({ type: 'connection', connection })

  async function list(): Promise<ShownConnection[]> {
    const { saml_connections, oidc_connections, external_connections } = await sso.getConnections()
    return [...saml_connections.map(ofSaml), ...oidc_connections.map(ofOidc), ...external_connections.map(ofExternal)]
  }

  async function make(request: SsoRequest): Promise<SsoAnswer> {
    switch (request.type) {
      case 'list':
        return { type: 'list', connections: await list() }
      case 'create':
        return answered(
          request.kind === 'saml'
            ? ofSaml((await sso.saml.createConnection()).connection)
            : ofOidc((await sso.oidc.createConnection()).connection),
        )
      case 'rename':
        return answered(await change(request, { display_name: request.name }))
      case 'groups': {
        const { id, kind } = request
        const current = (await list()).find((one) => one.id === id)?.groups ?? request.before
        const groups = applyDifference(current, request, ({ group, role_id }) => JSON.stringify([group, role_id]))
        return answered(await change(request, { [`${kind}_group_implicit_role_assignments`]: groups }))
      }
      case 'metadata_url':
        return answered(
          ofSaml(
            (await sso.saml.updateConnectionByURL({ connection_id: request.id, metadata_url: request.value }))
              .connection,
          ),
        )
      case 'metadata_xml':
        return answered(await change(request, { metadata_xml: request.value }))
      case 'oidc': {
        const { issuer, clientId: client_id, clientSecret: client_secret } = request
        return answered(await change(request, { issuer, client_id, ...(client_secret && { client_secret }) }))
      }
      case 'delete':
        await sso.deleteConnection(request.id)
        return { type: 'done' }
      case 'delete_certificate':
        await sso.saml.deleteVerificationCertificate({
          connection_id: request.id,
          certificate_id: request.certificateId,
        })
        return { type: 'done' }
      default:
        return request satisfies never
    }
  }

  async function change(
    { id: connection_id, kind }: { id: string; kind: SsoConnectionKind },
    fields: object,
  ): Promise<ShownConnection> {
    const body = { connection_id, ...fields }
    switch (kind) {
      case 'saml':
        return ofSaml((await sso.saml.updateConnection(body)).connection)
      case 'oidc':
        return ofOidc((await sso.oidc.updateConnection(body)).connection)
      case 'external':
        return ofExternal((await sso.external.updateConnection(body)).connection)
      default:
        return kind satisfies never
    }
  }

  return (effect, send) => {
    switch (effect.type) {
      case 'call': {
        const { call, request } = effect
        runCall<SsoEvent>({ reportError, send, call, refused: 'refused' }, async () => {
          const answer = await make(request).catch((error) => {
            throw withReason(error)
          })
          return { type: 'answered', call, at: clock.now(), answer }
        })
        return undefined
      }
      case 'start_test': {
        const { call, id } = effect
        runCall<SsoEvent>({ reportError, send, call, refused: 'test_refused' }, async () => {
          const { test_url, test_id: testId, expires_at } = await sso.startTest(id)
          return { type: 'test_started', call, url: toLink(test_url), testId, expiresAt: Date.parse(expires_at) }
        })
        return undefined
      }
      case 'read_test': {
        const { call, id: connection_id, testId: test_id } = effect
        runCall<SsoEvent>({ reportError, send, call, refused: 'test_refused' }, async () => {
          const { result } = await sso.getTest({ connection_id, test_id })
          return { type: 'test_read', call, result }
        })
        return undefined
      }
      case 'copy': {
        const { value } = effect
        copy(value).then(
          () => send({ type: 'copied', value }),
          (error) => {
            reportError(error)
            send({ type: 'copy_refused' })
          },
        )
        return undefined
      }
      default:
        return runCommonEffect(effect, send)
    }
  }
}
