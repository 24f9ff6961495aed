import type { BootstrapData, Client, User } from '@latchkey/client'
import type { Clock } from '@latchkey/client/internal'
import { clientInternals } from '@latchkey/client/internal'
import type { Runner } from '../flow/actor.ts'
import type { Callbacks } from '../flow/callbacks.ts'
import { failureOf, isUnanswered } from '../flow/failure.ts'
import { createTranslate } from '../i18n/text.ts'
import { createHostCallbacks } from '../widget/host-callbacks.ts'
import { scopesOf } from './consent/consent.ts'
import type { GetConsentManifest, ReadManifest } from './consent/consent-manifest.ts'
import { readManifest } from './consent/consent-manifest.ts'
import type {
  IdentityProviderEffect,
  IdentityProviderEvent,
  IdentityProviderOutcome,
} from './identity-provider.model.ts'
import { clientNameOf, hostnameOf } from './text/client-name.ts'
import { identityProviderStrings } from './text/identity-provider.strings.ts'

export interface IdentityProviderDeps {
  readonly client: Client
  readonly clock: Pick<Clock, 'setTimeout'>
  /** Functions, because a host page may pass other callbacks and another manifest at any time. */
  readonly callbacks: () => Callbacks
  readonly getManifest: () => GetConsentManifest | undefined
  /** The host's login page. */
  readonly loginURL?: string | undefined
}

type EffectOf<Type extends IdentityProviderEffect['type']> = Extract<IdentityProviderEffect, { type: Type }>

/** After this the built-in text is shown, even if the host page's function is still running. */
const manifestMs = 5_000

/** Runs the effects of the flow. */
export function createIdentityProviderRunner(
  deps: IdentityProviderDeps,
): Runner<IdentityProviderEvent, IdentityProviderEffect> {
  const { client, clock } = deps
  const { error: logError, platform } = clientInternals(client)
  const { notifyHost, reportError } = createHostCallbacks(client, deps.callbacks)

  async function findSession({ call }: EffectOf<'find_session'>): Promise<IdentityProviderOutcome> {
    try {
      await client.user.get()
      return { type: 'session_found', call }
    } catch (error) {
      const failure = failureOf(error)
      // A network failure does not mean that the user is signed out.
      if (isUnanswered(failure)) throw error
      reportError(error)
      return { type: 'session_missing', call }
    }
  }

  async function startAuthorize({ call, params }: EffectOf<'start_authorize'>): Promise<IdentityProviderOutcome> {
    // The whole request: the provider stores it and rejects a submit that differs.
    const [preflight, bootstrap] = await Promise.all([client.idp.oauthAuthorizeStart(params), client.bootstrap.get()])
    const { consent_required: isRequired, oidc_client, redirect_uri: redirectUri } = preflight
    const clientName = clientNameOf(oidc_client.client_name, redirectUri)
    const grantable = scopesOf(preflight.grantable_scope)
    const consent = {
      ...{ clientName, clientLogo: oidc_client.client_logo_url ?? null, projectName: projectNameOf(bootstrap) },
      // A provider of an older version does not say.
      isUnverified: oidc_client.is_verified === false,
      describedAt: hostnameOf(oidc_client.client_id),
      ...{ account: accountOf(client.user.getSync()), redirectUri, grantable },
      ungrantable: scopesOf(preflight.ungrantable_scope),
      // A provider of an older version does not say.
      granted: scopesOf(preflight.granted_scope ?? ''),
      descriptions: descriptionsOf(bootstrap),
      manifest: isRequired ? await askForManifest(grantable, clientName) : null,
    }
    return { type: 'authorize_started', call, isRequired, consent }
  }

  /** Null without a manifest of the host page, or if it is invalid. */
  async function askForManifest(scopes: string[], clientName: string): Promise<ReadManifest | null> {
    const getManifest = deps.getManifest()
    if (!getManifest) return null
    let cancel = (): void => undefined
    try {
      const late = new Promise<never>((_, reject) => {
        cancel = clock.setTimeout(
          () => reject(new Error('getIDPConsentManifest took longer than 5 seconds.')),
          manifestMs,
        )
      })
      const manifest = readManifest(await Promise.race([getManifest({ scopes, clientName }), late]))
      if (!manifest)
        throw new TypeError('getIDPConsentManifest must return a list of sections with a header and items.')
      return manifest
    } catch (error) {
      logError('The consent manifest is not shown.', error)
      reportError(error)
      return null
    } finally {
      cancel()
    }
  }

  async function submit({ call, params, answer }: EffectOf<'submit_authorize'>): Promise<IdentityProviderOutcome> {
    await client.idp.oauthAuthorizeSubmit({
      ...params,
      consent_granted: answer === 'allow',
      // An automatic submit has no consent either: only this parameter means that the user denied the request.
      ...(answer === 'deny' && { consent_denied: true }),
    })
    return { type: 'submitted', call }
  }

  async function startLogout({ call, params }: EffectOf<'start_logout'>): Promise<IdentityProviderOutcome> {
    const [preflight, bootstrap] = await Promise.all([client.idp.oauthLogoutStart(params), client.bootstrap.get()])
    const { consent_required: isRequired, redirect_uri: redirectUri } = preflight
    return { type: 'logout_started', call, isRequired, redirectUri, projectName: projectNameOf(bootstrap) }
  }

  async function leave({ type, call, redirectUri }: EffectOf<'leave' | 'return'>): Promise<IdentityProviderOutcome> {
    const { protocol, href } = new URL(redirectUri)
    // The provider never sends such an address. If it did, its script must not run in this page.
    if (/^(javascript|data|blob|vbscript):$/.test(protocol)) throw new TypeError('Unexpected protocol of the address.')
    if (type === 'leave') await client.session.revoke({ forceClear: true }).catch(() => undefined)
    platform.location.href = href
    return { type: 'left', call }
  }

  /** Opens the host's login page, which may return here. */
  function logIn(): void {
    const { location } = platform
    const target = new URL(deps.loginURL ?? '', location.href)
    target.searchParams.set('return_to', location.href)
    location.href = target.href
  }

  /** The host of the page, if the project's name is unknown. */
  function projectNameOf({ projectName }: BootstrapData): string {
    return projectName || platform.location.hostname
  }

  function carryOut(effect: Exclude<Extract<IdentityProviderEffect, { call: number }>, { type: 'wait' }>) {
    switch (effect.type) {
      case 'find_session':
        return findSession(effect)
      case 'start_authorize':
        return startAuthorize(effect)
      case 'submit_authorize':
        return submit(effect)
      case 'start_logout':
        return startLogout(effect)
      case 'leave':
      case 'return':
        return leave(effect)
      default:
        return effect satisfies never
    }
  }

  return (effect, send) => {
    switch (effect.type) {
      case 'wait':
        return clock.setTimeout(() => send({ type: effect.next, call: effect.call }), effect.ms)
      case 'emit':
        notifyHost(({ onEvent }) => onEvent?.(effect.event))
        return undefined
      case 'complain':
        reportError(new Error(describeProblem(effect)))
        return undefined
      case 'log_in':
        logIn()
        return undefined
      case 'go_back':
        platform.history.back?.()
        return undefined
      case 'sign_out':
        client.session.revoke({ forceClear: true }).catch(reportError)
        return undefined
      default:
        carryOut(effect).then(send, (error: unknown) => {
          reportError(error)
          send({ type: 'refused', call: effect.call, failure: failureOf(error) })
        })
        return undefined
    }
  }
}

function describeProblem(effect: EffectOf<'complain'>): string {
  const t = createTranslate(identityProviderStrings, {})
  return effect.of === 'framed' ? t('idp.framed') : t('idp.missing_parameter', { param: effect.param })
}

function accountOf(user: User | null): string | null {
  return user?.emails?.[0]?.email ?? user?.phone_numbers?.[0]?.phone_number ?? null
}

function descriptionsOf({ rbacPolicy }: BootstrapData): Record<string, string> {
  return Object.fromEntries((rbacPolicy?.scopes ?? []).map(({ scope, description }) => [scope, description]))
}
