import type { B2bClient } from '@latchkey/client/b2b'
import { clientInternals } from '@latchkey/client/internal'
import { sessionDurationMinutes } from '@latchkey/contract'
import type { Actor, Runner } from '../../flow/actor.ts'
import { createActor } from '../../flow/actor.ts'
import { createCommonEffects } from '../../widget/common-effects.ts'
import { runCall } from '../../widget/run-call.ts'
import type { WidgetDeps } from '../../widget/widget-definition.ts'
import { currentOrganization, toEntries } from './read-entries.ts'
import type { OrganizationSwitcherConfig } from './switcher.config.ts'
import type { SwitcherAnswer, SwitcherEffect, SwitcherEvent, SwitcherRequest, SwitcherState } from './switcher.flow.ts'
import { startSwitcher, switcherFlow } from './switcher.flow.ts'

type Deps = WidgetDeps<B2bClient>

/** Runs the flow with a client. Nothing happens before it is started. */
export function createSwitcherActor(
  config: OrganizationSwitcherConfig,
  deps: Deps,
): Actor<SwitcherState, SwitcherEvent> {
  const { client } = deps
  const { options } = clientInternals(client)
  const actor = createActor(
    switcherFlow,
    startSwitcher(currentOrganization(client), {
      isList: config.layout === 'list',
      mode: 'session' in options && options.session === 'tab' ? 'tab' : 'shared',
    }),
    createRunner(config, deps),
    ({ type }) => type === 'emit',
  )
  const look = (): void => actor.send({ type: 'organization_changed', organization: currentOrganization(client) })
  return {
    ...actor,
    start() {
      const stop = actor.start()
      look()
      const unwatch = client.onStateChange(look)
      return () => {
        unwatch()
        stop()
      }
    },
  }
}

function createRunner(config: OrganizationSwitcherConfig, deps: Deps): Runner<SwitcherEvent, SwitcherEffect> {
  const { client, locale } = deps
  const { reportError, runCommonEffect } = createCommonEffects(deps)
  const session_duration_minutes = config.sessionOptions?.sessionDurationMinutes ?? sessionDurationMinutes

  async function make(request: SwitcherRequest): Promise<SwitcherAnswer> {
    switch (request.type) {
      case 'list': {
        const { discovered_organizations } = await client.discovery.organizations.list()
        return {
          type: 'listed',
          entries: toEntries(discovered_organizations, client.session.getSync()?.organization_id),
        }
      }
      case 'enter': {
        const organization_id = request.organizationId
        const { member_authenticated: isComplete } = await client.session.exchange({
          ...{ organization_id, session_duration_minutes, locale: locale() },
        })
        return { type: 'entered', isComplete }
      }
      case 'start_sso': {
        const { loginRedirectURL: login_redirect_url, signupRedirectURL: signup_redirect_url } = config.ssoOptions ?? {}
        await client.sso.start({
          connection_id: request.connectionId,
          ...(login_redirect_url && { login_redirect_url }),
          ...(signup_redirect_url && { signup_redirect_url }),
        })
        return { type: 'leaving' }
      }
      default:
        return request satisfies never
    }
  }

  return (effect, send) => {
    if (effect.type !== 'call') return runCommonEffect(effect, send)
    const { call, request } = effect
    runCall<SwitcherEvent>({ reportError, send, call, refused: 'refused' }, async () => ({
      ...{ type: 'answered', call },
      answer: await make(request),
    }))
    return undefined
  }
}
