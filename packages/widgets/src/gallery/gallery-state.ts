import type { BootstrapData } from '@latchkey/client'
import type { Failure } from '../flow/failure.ts'
import type { Notice, SuccessNotice } from '../flow/notice.ts'
import type { StyleConfig } from '../theme/style-config.ts'

/** A screen in one state, with its styles, settings and toast. */
export interface GalleryState<State> {
  readonly state: State
  readonly styles?: StyleConfig
  readonly bootstrap?: Partial<BootstrapData>
  /** Shown as a toast. */
  readonly notice?: Notice | SuccessNotice
}

/** Every screen of a widget, in every state that looks different. A screen without an entry does not compile. */
export type GalleryStates<State extends { readonly screen: string }, Extra = unknown> = {
  readonly [Name in State['screen']]: Readonly<
    Record<string, GalleryState<Extract<State, { readonly screen: Name }>> & Extra>
  >
}

export const ada = 'ada@example.com'
/** As the provider masks it for a browser that did not request the link. */
export const linkedAddress = 'ada@example.com'
export const longest = 'a-very-long-address-of-a-customer-with-much-to-say@mail.example.com'
export const minute = 60_000
export const offline: Failure = { name: 'UnreachableError', error_message: '' }

/** Lists the entries of all screens of a widget. */
export function listStates<Found>(
  states: Readonly<Record<string, Readonly<Record<string, Found>>>>,
): { readonly screen: string; readonly name: string; readonly item: Found }[] {
  return Object.entries(states).flatMap(([screen, named]) =>
    Object.entries(named).map(([name, item]) => ({ screen, name, item })),
  )
}
