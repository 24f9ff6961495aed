import type { B2bClient, Organization } from '@latchkey/client/b2b'
import type { B2bOrganizationUpdateRequest } from '@latchkey/contract/b2b'
import { mfaMethods, organizationAuthMethods } from '@latchkey/contract/b2b'
import type { Actor, Runner } from '../../flow/actor.ts'
import { createActor } from '../../flow/actor.ts'
import { createCommonEffects } from '../../widget/common-effects.ts'
import { runCall } from '../../widget/run-call.ts'
import type { WidgetDeps } from '../../widget/widget-definition.ts'
import { applyDifference } from '../access/apply-difference.ts'
import { accessTo, grantsOf } from '../access/read-access.ts'
import { withReason } from '../access/with-reason.ts'
import type {
  SettingsEffect,
  SettingsEvent,
  SettingsRequest,
  SettingsState,
  SettingsValues,
  SettingsViewer,
} from './settings.flow.ts'
import { settingsFlow, startSettings } from './settings.flow.ts'

type Deps = WidgetDeps<B2bClient>

/** Runs the flow with a client. Nothing happens before it is started. */
export function createSettingsActor(deps: Deps): Actor<SettingsState, SettingsEvent> {
  const { client } = deps
  /** A policy that cannot be loaded permits nothing. */
  let hasPolicy = client.bootstrap.getSync().rbacPolicy !== undefined
  const actor = createActor(
    settingsFlow,
    startSettings(readSettingsViewer(client, hasPolicy)),
    createRunner(deps),
    ({ type }) => type === 'emit',
  )
  let known = ''
  const look = (): void => {
    const viewer = readSettingsViewer(client, hasPolicy)
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

function readSettingsViewer(client: B2bClient, isKnown: boolean): SettingsViewer {
  const grants = grantsOf(client)
  const to = (action: Parameters<typeof accessTo<'organization'>>[2]) => accessTo(grants, 'organization', action)
  const methods = to('update.settings.allowed-auth-methods')
  const second = to('update.settings.allowed-mfa-methods')
  return {
    isKnown,
    organizationId: client.session.getSync()?.organization_id ?? null,
    access: {
      name: to('update.info.name'),
      slug: to('update.info.slug'),
      domains: to('update.settings.allowed-domains'),
      emailJit: to('update.settings.email-jit-provisioning'),
      invites: to('update.settings.email-invites'),
      isRestricted: methods,
      methods,
      mfaPolicy: to('update.settings.mfa-policy'),
      isMfaRestricted: second,
      mfaMethods: second,
    },
  }
}

/** Without a restriction all methods count as chosen, as the start of a choice. */
export function toSettings(organization: Organization): SettingsValues {
  const isRestricted = organization.auth_methods === 'RESTRICTED'
  const isMfaRestricted = organization.mfa_methods === 'RESTRICTED'
  return {
    name: organization.organization_name,
    slug: organization.organization_slug,
    domains: organization.email_allowed_domains,
    emailJit: organization.email_jit_provisioning,
    invites: organization.email_invites,
    isRestricted,
    methods: isRestricted ? organization.allowed_auth_methods : [...organizationAuthMethods],
    mfaPolicy: organization.mfa_policy,
    isMfaRestricted,
    mfaMethods: isMfaRestricted ? organization.allowed_mfa_methods : [...mfaMethods],
  }
}

/** A list is sent only together with its restriction. */
export function toUpdate(values: Partial<SettingsValues>): B2bOrganizationUpdateRequest {
  const { name, slug, domains, emailJit, invites, isRestricted, methods, mfaPolicy, isMfaRestricted } = values
  return {
    ...(name !== undefined && { organization_name: name.trim() }),
    ...(slug !== undefined && { organization_slug: slug.trim() }),
    ...(domains && { email_allowed_domains: [...domains] }),
    ...(emailJit && { email_jit_provisioning: emailJit }),
    ...(invites && { email_invites: invites }),
    ...(isRestricted !== undefined && { auth_methods: isRestricted ? 'RESTRICTED' : 'ALL_ALLOWED' }),
    ...(methods && isRestricted !== false && { allowed_auth_methods: [...methods] }),
    ...(mfaPolicy && { mfa_policy: mfaPolicy }),
    ...(isMfaRestricted !== undefined && { mfa_methods: isMfaRestricted ? 'RESTRICTED' : 'ALL_ALLOWED' }),
    ...(values.mfaMethods && isMfaRestricted !== false && { allowed_mfa_methods: [...values.mfaMethods] }),
  }
}

function createRunner(deps: Deps): Runner<SettingsEvent, SettingsEffect> {
  const { organization } = deps.client
  const { reportError, runCommonEffect } = createCommonEffects(deps)

  async function make(request: SettingsRequest): Promise<SettingsValues> {
    if (request.type === 'read') return toSettings(await organization.get())
    try {
      const { values, domains: before } = request
      const domains =
        values.domains &&
        applyDifference((await organization.get()).email_allowed_domains, { before, after: values.domains })
      const update = toUpdate({ ...values, ...(domains && { domains }) })
      return toSettings((await organization.update(update)).organization)
    } catch (error) {
      throw withReason(error)
    }
  }

  return (effect, send) => {
    if (effect.type !== 'call') return runCommonEffect(effect, send)
    const { call, request } = effect
    runCall<SettingsEvent>({ reportError, send, call, refused: 'refused' }, async () => ({
      ...{ type: 'answered', call },
      values: await make(request),
    }))
    return undefined
  }
}
