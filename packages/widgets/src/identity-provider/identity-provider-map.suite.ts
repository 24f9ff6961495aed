import type { FlowMap } from '../flow/explore.suite.ts'
import { callsIn, keyByRank, mapFlow } from '../flow/explore.suite.ts'
import { identityProviderFlow, startIdentityProvider } from './identity-provider.flow.ts'
import type { IdentityProviderEvent, IdentityProviderState } from './identity-provider.model.ts'
import {
  consent,
  logoutParams,
  nothing,
  params,
  refused,
  silentParams,
  transitions,
  unanswered,
} from './identity-provider-transitions.suite.ts'

/** The name of a situation: the screen, and what distinguishes its states. */
export function situationOf({ screen, status }: IdentityProviderState): string {
  return `${screen}/${status}`
}

function eventsIn(state: IdentityProviderState): IdentityProviderEvent[] {
  return [
    { type: 'page_focused' },
    { type: 'allow_clicked' },
    { type: 'deny_clicked' },
    { type: 'yes_clicked' },
    { type: 'no_clicked' },
    { type: 'retry_clicked' },
    { type: 'log_in_clicked' },
    { type: 'go_back_clicked' },
    { type: 'back_to_application_clicked' },
    { type: 'switch_account_clicked' },
    { type: 'user_changed', isSignedIn: true },
    { type: 'user_changed', isSignedIn: false },
    ...callsIn(state).flatMap((call): IdentityProviderEvent[] => [
      { type: 'session_found', call },
      { type: 'session_missing', call },
      ...[consent, nothing].flatMap((of) =>
        [true, false].map((isRequired) => ({ type: 'authorize_started', call, isRequired, consent: of }) as const),
      ),
      { type: 'reading_done', call },
      { type: 'still_here', call },
      { type: 'submitted', call },
      ...[true, false].map(
        (isRequired) =>
          ({
            type: 'logout_started',
            call,
            isRequired,
            projectName: 'Acme',
            redirectUri: 'https://notes.example/',
          }) as const,
      ),
      { type: 'left', call },
      ...[refused, unanswered].map((failure) => ({ type: 'refused', call, failure }) as const),
    ]),
  ]
}

/** All states that the identity-provider widget can reach, compared with the ones that the tests visit. */
export function mapIdentityProvider(): FlowMap {
  const landings = [
    { kind: 'authorize', params },
    { kind: 'authorize', params: silentParams, isSilent: true },
    { kind: 'logout', params: logoutParams },
    { kind: 'missing_parameter', param: 'client_id' },
    { kind: 'framed' },
  ] as const
  const firsts = landings.flatMap((landing) =>
    [true, false].map((canGoBack) => startIdentityProvider({ ...landing, canGoBack }).state),
  )
  const ends = ['authorize', 'logout'].flatMap((kind) => [`idp_success/${kind}`, `idp_denied/${kind}`])
  // If the page itself is wrong, the way out is the previous page.
  const goals = [...ends, 'error/missing_parameter', 'error/framed']
  return mapFlow(
    identityProviderFlow,
    firsts,
    { eventsIn, keyOf: (state: IdentityProviderState) => keyByRank(state), situationOf },
    transitions,
    goals,
  )
}
