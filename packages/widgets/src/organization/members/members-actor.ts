import type { B2bClient } from '@latchkey/client/b2b'
import type { Member, MemberFilter } from '@latchkey/contract/b2b'
import type { Actor, Runner } from '../../flow/actor.ts'
import { createActor } from '../../flow/actor.ts'
import { createCommonEffects } from '../../widget/common-effects.ts'
import { runCall } from '../../widget/run-call.ts'
import type { WidgetDeps } from '../../widget/widget-definition.ts'
import { applyDifference } from '../access/apply-difference.ts'
import { accessTo, givableRoles, grantsOf } from '../access/read-access.ts'
import type { MembersConfig } from './members.config.ts'
import { directRoles, membersFlow, startMembers } from './members.flow.ts'
import type {
  MembersAnswer,
  MembersEffect,
  MembersEvent,
  MembersRequest,
  MembersState,
  ShownMember,
  Viewer,
} from './members-state.flow.ts'

type Deps = WidgetDeps<B2bClient>

const defaultPageSize = 20
const largestPage = 100

/** Runs the flow with a client. Nothing happens before it is started. */
export function createMembersActor(config: MembersConfig, deps: Deps): Actor<MembersState, MembersEvent> {
  const { client } = deps
  /** A policy that cannot be loaded permits nothing. */
  let hasPolicy = client.bootstrap.getSync().rbacPolicy !== undefined
  const actor = createActor(
    membersFlow,
    startMembers(readViewer(client, hasPolicy)),
    createRunner(config, deps),
    ({ type }) => type === 'emit',
  )
  let known = ''
  const look = (): void => {
    const viewer = readViewer(client, hasPolicy)
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
      // The policy may be loaded after the first render.
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

export function readViewer(client: B2bClient, isKnown: boolean): Viewer {
  const grants = grantsOf(client)
  const to = (action: Parameters<typeof accessTo<'member'>>[2]) => accessTo(grants, 'member', action)
  return {
    isKnown,
    organizationId: client.session.getSync()?.organization_id ?? null,
    memberId: client.self.getSync()?.member_id ?? null,
    organization: client.organization.getSync()?.organization_name ?? '',
    access: {
      search: to('search'),
      create: to('create'),
      rename: to('update.info.name'),
      assign: to('update.settings.roles'),
      remove: to('delete'),
      reactivate: to('reactivate'),
      revoke: to('revoke-sessions'),
      deletePassword: to('update.info.delete.password'),
      deletePhone: to('update.info.delete.mfa-phone'),
      deleteApp: to('update.info.delete.totp'),
    },
    roles: givableRoles(grants),
  }
}

export function toShownMember(member: Member, selfId: string | undefined): ShownMember {
  return {
    id: member.member_id,
    name: member.name,
    email: member.email_address,
    status: member.status,
    roles: member.roles.map(({ role_id: id, sources }) => ({ id, sources })),
    isSelf: member.member_id === selfId,
    isBreakGlass: member.is_breakglass,
    passwordId: member.member_password_id,
    phone: member.mfa_phone_number,
    hasApp: member.totp_registration_id !== '',
  }
}

/** A search is one word in two fields, so it cannot be combined with a status. */
export function filtersOf({
  search,
  filter,
}: Pick<Extract<MembersRequest, { type: 'search' }>, 'search' | 'filter'>):
  | { operator: 'AND' | 'OR'; operands: MemberFilter[] }
  | undefined {
  const text = search.trim()
  if (text) {
    return {
      operator: 'OR',
      operands: [
        { filter_name: 'member_email_fuzzy', filter_value: text },
        { filter_name: 'member_name_fuzzy', filter_value: text },
      ],
    }
  }
  if (filter === 'all') return undefined
  const statuses = filter === 'invited' ? ['invited', 'pending'] : [filter]
  return { operator: 'AND', operands: [{ filter_name: 'statuses', filter_value: statuses }] }
}

function createRunner(config: MembersConfig, deps: Deps): Runner<MembersEvent, MembersEffect> {
  const { reportError, runCommonEffect } = createCommonEffects(deps)
  const make = createCalls(config, deps)
  return (effect, send) => {
    if (effect.type !== 'call') return runCommonEffect(effect, send)
    const { call, request } = effect
    runCall<MembersEvent>({ reportError, send, call, refused: 'refused' }, async () => ({
      ...{ type: 'answered', call },
      answer: await make(request),
    }))
    return undefined
  }
}

function createCalls(
  config: MembersConfig,
  { client, locale }: Deps,
): (request: MembersRequest) => Promise<MembersAnswer> {
  const { members } = client.organization
  const limit = Math.min(Math.max(Math.trunc(config.pageSize ?? defaultPageSize), 1), largestPage)
  const shown = (member: Member): ShownMember => toShownMember(member, client.self.getSync()?.member_id)
  const changed = async (response: Promise<{ member: Member }>): Promise<MembersAnswer> => ({
    type: 'member',
    member: shown((await response).member),
  })
  const done = async (response: Promise<unknown>): Promise<MembersAnswer> => {
    await response
    return { type: 'done' }
  }

  return async (request) => {
    switch (request.type) {
      case 'search': {
        const query = filtersOf(request)
        const { members: found, results_metadata } = await members.search({
          ...{ limit, ...(query && { query }), ...(request.cursor && { cursor: request.cursor }) },
        })
        const { total, next_cursor: next = null } = results_metadata
        return { type: 'page', members: found.map(shown), total, next }
      }
      case 'invite':
        return changed(
          client.magicLinks.email.invite({
            email_address: request.email,
            ...(request.roles && { roles: [...request.roles] }),
            ...(config.inviteRedirectURL && { invite_redirect_url: config.inviteRedirectURL }),
            ...(config.inviteTemplateId && { invite_template_id: config.inviteTemplateId }),
            ...(config.inviteExpirationMinutes && { invite_expiration_minutes: config.inviteExpirationMinutes }),
            locale: locale(),
          }),
        )
      case 'rename':
        return changed(members.update({ member_id: request.id, name: request.name }))
      case 'assign': {
        const { id } = request
        const operands: MemberFilter[] = [{ filter_name: 'member_ids', filter_value: [id] }]
        const found = await members.search({ limit: 1, query: { operator: 'AND', operands } })
        const [current] = found.members.map(shown)
        const roles = applyDifference(current ? directRoles(current) : request.before, request)
        // The provider reads the roles on each call: sessions may continue.
        return changed(members.update({ member_id: id, roles, preserve_existing_sessions: true }))
      }
      case 'reactivate':
        return changed(members.reactivate(request.id))
      case 'remove':
        return done(members.delete(request.id))
      case 'revoke':
        return done(client.session.revokeForMember(request.id))
      case 'delete_password':
        return changed(members.deletePassword(request.passwordId))
      case 'delete_phone':
        return changed(members.deleteMFAPhoneNumber(request.id))
      case 'delete_app':
        return changed(members.deleteMFATOTP(request.id))
      default:
        return request satisfies never
    }
  }
}
