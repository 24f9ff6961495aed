import type { Client } from '@latchkey/client'
import { clockOf } from '@latchkey/client/internal'
import type { Actor } from '../flow/actor.ts'
import type { FlowOptions } from '../flow/flow-options.ts'
import type { GetConsentManifest } from './consent/consent-manifest.ts'
import type { IdentityProviderEvent, IdentityProviderState } from './identity-provider.model.ts'
import { createIdentityProviderActor } from './identity-provider-actor.ts'
import { readLanding } from './read-landing.ts'

export interface IdentityProviderFlowOptions extends Pick<FlowOptions, 'callbacks'> {
  readonly getIDPConsentManifest?: GetConsentManifest
  /** Your login page: where `log_in_clicked` leads. */
  readonly loginURL?: string
}

/** The identity-provider widget without its screens. */
export type IdentityProviderFlow = Actor<IdentityProviderState, IdentityProviderEvent>

/**
 * The identity-provider widget without its screens, for screens of your own. It reads the page's query at once, and
 * makes no call before it is started.
 *
 * @example
 * const flow = createIdentityProviderFlow(client)
 * flow.subscribe(() => render(flow.getState()))
 * const stop = flow.start()
 * allow.onclick = () => flow.send({ type: 'allow_clicked' })
 * window.onfocus = () => flow.send({ type: 'page_focused' })
 */
export function createIdentityProviderFlow(
  client: Client,
  { callbacks = {}, getIDPConsentManifest, loginURL }: IdentityProviderFlowOptions = {},
): IdentityProviderFlow {
  return createIdentityProviderActor(readLanding(client), {
    client,
    clock: clockOf(client),
    callbacks: () => callbacks,
    getManifest: () => getIDPConsentManifest,
    loginURL,
  })
}
