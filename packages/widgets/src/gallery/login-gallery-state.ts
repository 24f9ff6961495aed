import type { Failure } from '../flow/failure.ts'
import type { LoginConfig } from '../login/config/login.config.ts'
import type { LoginScreen, LoginState, LoginStateOf } from '../login/login.flow.ts'
import type { MainForm } from '../login/main/main.flow.ts'
import type { GalleryState, GalleryStates } from './gallery-state.ts'
import { ada } from './gallery-state.ts'

interface Configured {
  readonly config?: LoginConfig
  /** The method that was used last. */
  readonly lastUsed?: string
}

/** A screen of the login widget in one state. */
export type LoginGalleryState<Name extends LoginScreen> = GalleryState<LoginStateOf<Name>> & Configured

export type LoginGalleryStates = GalleryStates<LoginState, Configured>

/** What was typed on Main. */
export const form: MainForm = { tab: 'email_otp', email: ada, phone: '', country: 'US' }

export function main(change: Partial<LoginStateOf<'main'>> = {}): LoginStateOf<'main'> {
  return { screen: 'main', form, status: 'editing', pressed: 'form', failure: null, calls: 1, ...change }
}

/** Main with a changed form. */
export function mainWithForm(change: Partial<MainForm>, failure: Failure | null = null): LoginStateOf<'main'> {
  return main({ form: { ...form, ...change }, failure })
}
