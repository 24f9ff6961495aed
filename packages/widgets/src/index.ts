'use client'

export type { Callbacks } from './callbacks.ts'
export type { WidgetEvent, WidgetEventData, WidgetEventType } from './flow/widget-events.ts'
export type { Locale, StringKey, Strings } from './i18n/strings.ts'
export type { EmailMagicLinksOptions, LoginConfig, OtpOptions, SessionOptions } from './login/login.config.ts'
export type { LoginProps } from './login/login.tsx'
export { Login } from './login/login.tsx'
export type { ButtonStyle, InputStyle, StyleConfig } from './theme/style-config.ts'
