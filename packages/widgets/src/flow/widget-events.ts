/** The data of each event that a widget passes to `callbacks.onEvent`. */
export interface WidgetEventData {
  MAGIC_LINK_LOGIN_OR_CREATE: { readonly email: string }
  OTP_LOGIN_OR_CREATE: { readonly method_id: string; readonly destination: string }
  OTP_AUTHENTICATE: { readonly method_id: string }
  PASSWORD_CREATE: { readonly email: string }
  PASSWORD_AUTHENTICATE: { readonly email: string }
  PASSWORD_RESET_BY_EMAIL_START: { readonly email: string }
  PASSWORD_RESET_BY_EMAIL: Record<string, never>
  PASSKEY_AUTHENTICATE: { readonly webauthn_registration_id: string }
  PASSKEY_REGISTER: { readonly webauthn_registration_id: string }
  PASSKEY_SKIP: Record<string, never>
  PASSKEY_DONE: Record<string, never>
  CRYPTO_WALLET_AUTHENTICATE_START: { readonly crypto_wallet_address: string; readonly crypto_wallet_type: string }
  CRYPTO_WALLET_AUTHENTICATE: { readonly crypto_wallet_address: string; readonly crypto_wallet_type: string }
  ORGANIZATION_CREATE: Record<string, never>
  ORGANIZATION_SWITCH: { readonly organization_id: string }
  /** The switcher is about to ask for another factor, which ends the session of the current organization. */
  ORGANIZATION_FACTOR_REQUIRED: { readonly organization_id: string; readonly organization_slug: string }
  ORGANIZATION_UPDATE: Record<string, never>
  SSO_CONNECTION_UPDATE: { readonly connection_id: string }
  SSO_CONNECTION_DELETE: { readonly connection_id: string }
  MEMBER_INVITE: { readonly member_id: string }
  MEMBER_UPDATE: { readonly member_id: string }
  MEMBER_REMOVE: { readonly member_id: string }
  AUTHENTICATE_FLOW_COMPLETE: Record<string, never>
  OAUTH_AUTHORIZE_FLOW_START: { readonly client_id: string }
  OAUTH_AUTHORIZE_FLOW_COMPLETE: { readonly client_id: string }
  OAUTH_AUTHORIZE_FLOW_CONSENT_DENIED: { readonly client_id: string }
}

export type WidgetEventType = keyof WidgetEventData

export type WidgetEvent = {
  readonly [Type in WidgetEventType]: { readonly type: Type; readonly data: WidgetEventData[Type] }
}[WidgetEventType]

/** Notifies the host page. The event never contains a code or a token. */
export interface Emit {
  readonly type: 'emit'
  readonly event: WidgetEvent
}

export function emit(event: WidgetEvent): Emit {
  return { type: 'emit', event }
}

/** Sends a telemetry event to the project's provider. */
export interface Log {
  readonly type: 'log'
  readonly name: 'email_sent' | 'email_try_again_clicked'
  readonly details: { readonly email: string; readonly type: 'magic_link' | 'otp' | 'password_reset' }
}

export function log(name: Log['name'], details: Log['details']): Log {
  return { type: 'log', name, details }
}
