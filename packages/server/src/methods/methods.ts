import type { AuthenticationFactor, FactorType, User } from '@latchkey/contract'
import { type Member, type MfaMethod, mfaMethods } from '@latchkey/contract/b2b'
import { biometricMethod } from './biometrics.ts'
import { contacts, magicLinkMethod, otpMethod } from './contacts.ts'
import { cryptoWalletMethod } from './crypto-wallets.ts'
import type {
  AuditBound,
  FactorClass,
  MemberFactor,
  MethodDefinition,
  RegistrationRules,
  SealedColumn,
  StoredRegistration,
} from './method.ts'
import { oauthMethod } from './oauth.ts'
import { passwordMethod } from './passwords.ts'
import { ssoMethod } from './sso.ts'
import { totpMethod } from './totps.ts'
import { webauthnMethod } from './webauthn.ts'

/** All sign-in methods. The types and tables below follow from it; a table without one of them does not compile. */
type Method = Definition<
  | typeof contacts
  | typeof magicLinkMethod
  | typeof otpMethod
  | typeof passwordMethod
  | typeof oauthMethod
  | typeof totpMethod
  | typeof cryptoWalletMethod
  | typeof webauthnMethod
  | typeof biometricMethod
  | typeof ssoMethod
>
type Definition<M extends MethodDefinition> = M

type KeyIn<Part extends string, M = Method> = M extends { [P in Part]: infer Table } ? keyof Table & string : never
type ItemIn<Part extends string, M = Method> = M extends { [P in Part]: readonly (infer Item)[] } ? Item : never
type ValueIn<Part extends string, M = Method> = M extends { [P in Part]: infer Table } ? Table[keyof Table] : never

export type RegistrationKind = KeyIn<'registrations'>
export type MethodAuditEvent = KeyIn<'auditEvents'>
/** A stored secret of an account that can be guessed. */
export type GuessedSecret = ItemIn<'guessedSecrets'> | SecondFactorSecret
export type SecondFactorSecret = ItemIn<'secondFactorSecrets'>
/** A field of `enabledMethods` in the settings of a project. */
export type MethodSetting = ValueIn<'settings'>
export type SealedMethodTable = KeyIn<'sealedTables'>

/** The settings that enable methods, by the name in the API. */
export const methodSettings: Readonly<Record<KeyIn<'settings'>, MethodSetting>> = {
  ...magicLinkMethod.settings,
  ...otpMethod.settings,
  ...totpMethod.settings,
  ...webauthnMethod.settings,
  ...cryptoWalletMethod.settings,
  ...passwordMethod.settings,
  ...oauthMethod.settings,
}

/** Every method is enabled by default. */
export type EnabledMethods = Partial<Record<MethodSetting, boolean>>

export function isMethodEnabled(
  { enabledMethods }: { enabledMethods: EnabledMethods },
  method: MethodSetting,
): boolean {
  return enabledMethods[method] !== false
}

type KindRules = Omit<RegistrationRules, 'signsInWhileLocked'> & { signsInWhileLocked?: readonly MethodSetting[] }

/** The rules of all kinds of registrations, in the order of the user object. */
export const registrationKinds: Readonly<Record<RegistrationKind, KindRules>> = {
  ...contacts.registrations,
  ...oauthMethod.registrations,
  ...passwordMethod.registrations,
  ...totpMethod.registrations,
  ...cryptoWalletMethod.registrations,
  ...webauthnMethod.registrations,
  ...biometricMethod.registrations,
  ...ssoMethod.registrations,
}

// Every session check renders the user or the member: the tables are listed once.
const kindRules = Object.entries(registrationKinds)
const memberKindRules = kindRules.filter(([, { memberFields }]) => memberFields !== undefined)

type Intersection<U> = (U extends unknown ? (member: U) => void : never) extends (member: infer I) => void ? I : never
type UserFieldsOf<Rules> = Rules extends { userFields(registrations: never): infer Fields } ? Fields : never
export type RegistrationFields = Intersection<UserFieldsOf<ValueIn<'registrations'>>>

/** The parts of the user object that list registrations. */
export function registrationFields(
  registrations: readonly (StoredRegistration & { kind: RegistrationKind })[],
): RegistrationFields {
  const fields: Partial<User> = {}
  for (const [kind, { userFields }] of kindRules) {
    Object.assign(fields, userFields(registrations.filter((one) => one.kind === kind)))
  }
  return fields as RegistrationFields
}

type MemberFieldsOf<Rules> = Rules extends { memberFields(registrations: never): infer Fields } ? Fields : never
export type MemberRegistrationFields = Intersection<MemberFieldsOf<ValueIn<'registrations'>>>

/** The same for the member object. */
export function memberRegistrationFields(
  registrations: readonly (StoredRegistration & { kind: RegistrationKind })[],
): MemberRegistrationFields {
  const fields: Partial<Member> = {}
  for (const [kind, { memberFields }] of memberKindRules) {
    Object.assign(fields, memberFields?.(registrations.filter((one) => one.kind === kind)))
  }
  return fields as MemberRegistrationFields
}

export const methodFactors: Readonly<Record<KeyIn<'factors'> & FactorType, FactorClass>> = {
  ...magicLinkMethod.factors,
  ...otpMethod.factors,
  ...passwordMethod.factors,
  ...oauthMethod.factors,
  ...totpMethod.factors,
  ...cryptoWalletMethod.factors,
  ...webauthnMethod.factors,
  ...biometricMethod.factors,
  ...ssoMethod.factors,
}

/** What a factor of a session is in an organization; null if none accepts it. */
export function factorOfMember({ type, delivery_method }: AuthenticationFactor): MemberFactor | null {
  const factors: Partial<Record<FactorType, FactorClass>> = methodFactors
  return factors[type]?.ofMember?.(delivery_method) ?? null
}

/** The second factors of members, and the settings of the project that enable them. */
export const secondFactors: Readonly<Record<MfaMethod, { setting: MethodSetting; factor: MemberFactor }>> = {
  sms_otp: { setting: 'otpSms', factor: { method: 'sms_otp', channel: 'phone' } },
  totp: { setting: 'totps', factor: { method: 'totp', channel: 'authenticator_app' } },
}

/** Members never sign in with these alone. */
export function isSecondMethod(method: MemberFactor['method']): method is MfaMethod | 'recovery_code' {
  return method === 'recovery_code' || mfaMethods.some((one) => one === method)
}

export const sealedMethodTables: Readonly<Record<SealedMethodTable, SealedColumn>> = {
  ...totpMethod.sealedTables,
  ...oauthMethod.sealedTables,
  ...ssoMethod.sealedTables,
}

/** What bounds the rows of each audit event of the methods. */
export const methodAuditEvents: Readonly<Record<MethodAuditEvent, AuditBound>> = {
  ...magicLinkMethod.auditEvents,
  ...otpMethod.auditEvents,
  ...passwordMethod.auditEvents,
  ...oauthMethod.auditEvents,
  ...totpMethod.auditEvents,
  ...cryptoWalletMethod.auditEvents,
  ...webauthnMethod.auditEvents,
  ...ssoMethod.auditEvents,
}
