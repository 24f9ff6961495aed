import type { JoinPolicy, MfaMethod, MfaPolicy, OrganizationAuthMethod } from '@latchkey/contract/b2b'
import { mfaMethods } from '@latchkey/contract/b2b'
import type { Failure } from '../../flow/failure.ts'
import { refusal } from '../../flow/failure.ts'
import type { Step } from '../../flow/step.ts'
import { stay } from '../../flow/step.ts'
import type { Emit } from '../../flow/widget-events.ts'
import { emit } from '../../flow/widget-events.ts'
import type { Access } from '../access/access.flow.ts'

/** The settings that the screen shows. */
export interface SettingsValues {
  readonly name: string
  readonly slug: string
  readonly domains: readonly string[]
  readonly emailJit: JoinPolicy
  readonly invites: JoinPolicy
  /** Whether only the listed methods are allowed. */
  readonly isRestricted: boolean
  readonly methods: readonly OrganizationAuthMethod[]
  readonly mfaPolicy: MfaPolicy
  readonly isMfaRestricted: boolean
  readonly mfaMethods: readonly MfaMethod[]
}

export type SettingsField = keyof SettingsValues

/** Each part of the screen is stored on its own. */
export type SettingsPart = 'details' | 'joining' | 'methods' | 'second_step'

export const fieldsOf: Readonly<Record<SettingsPart, readonly SettingsField[]>> = {
  details: ['name', 'slug'],
  joining: ['domains', 'emailJit', 'invites'],
  methods: ['isRestricted', 'methods'],
  second_step: ['mfaPolicy', 'isMfaRestricted', 'mfaMethods'],
}

/** The permission for each field. */
export type SettingsAccess = { readonly [Field in SettingsField]: Access }

export interface SettingsViewer {
  /** False until the policy of the project is loaded. */
  readonly isKnown: boolean
  /** Null without a session. */
  readonly organizationId: string | null
  readonly access: SettingsAccess
}

export interface SettingsState {
  readonly screen: 'organization_settings'
  readonly status: 'loading' | 'viewing' | 'saving' | 'failed' | 'closed'
  readonly viewer: SettingsViewer
  readonly stored: SettingsValues
  readonly draft: SettingsValues
  /** The domain that is typed. */
  readonly newDomain: string
  /** The part that is being stored, or was stored last. */
  readonly part: SettingsPart
  readonly isSaved: boolean
  readonly failure: Failure | null
  readonly calls: number
}

export type SettingsRequest =
  | { readonly type: 'read' }
  | {
      readonly type: 'save'
      readonly values: Partial<SettingsValues>
      /** The domains as they were shown. */
      readonly domains: readonly string[]
    }

export type SettingsEvent =
  | { readonly type: 'changed'; readonly values: Partial<SettingsValues> }
  | { readonly type: 'domain_typed'; readonly value: string }
  | { readonly type: 'domain_added' }
  | { readonly type: 'domain_removed'; readonly domain: string }
  | { readonly type: 'save_clicked'; readonly part: SettingsPart }
  | { readonly type: 'retry_clicked' }
  | { readonly type: 'viewer_changed'; readonly viewer: SettingsViewer }
  | { readonly type: 'answered'; readonly call: number; readonly values: SettingsValues }
  | { readonly type: 'refused'; readonly call: number; readonly failure: Failure }

export type SettingsEffect = Emit | { readonly type: 'call'; readonly call: number; readonly request: SettingsRequest }

type SettingsStep = Step<SettingsState, SettingsEffect>

export const noSettings: SettingsValues = {
  ...{ name: '', slug: '', domains: [], emailJit: 'NOT_ALLOWED', invites: 'ALL_ALLOWED', isRestricted: false },
  ...{ methods: [], mfaPolicy: 'OPTIONAL', isMfaRestricted: false, mfaMethods: [] },
}

export function startSettings(viewer: SettingsViewer, calls = 0): SettingsStep {
  const state: SettingsState = {
    ...{ screen: 'organization_settings', status: 'loading', viewer, stored: noSettings, draft: noSettings },
    ...{ newDomain: '', part: 'details', isSaved: false, failure: null, calls },
  }
  if (!viewer.isKnown) return stay(state)
  return viewer.organizationId === null ? stay({ ...state, status: 'closed' }) : call(state, { type: 'read' })
}

export function settingsFlow(state: SettingsState, event: SettingsEvent): SettingsStep {
  const isViewing = state.status === 'viewing'
  switch (event.type) {
    case 'viewer_changed': {
      const { viewer } = event
      const isSame = viewer.organizationId === state.viewer.organizationId && viewer.isKnown === state.viewer.isKnown
      return isSame ? stay({ ...state, viewer }) : startSettings(viewer, state.calls + 1)
    }
    case 'changed':
      return isViewing ? stay(edited(state, event.values)) : stay(state)
    case 'domain_typed':
      return isViewing ? stay({ ...state, newDomain: event.value, failure: null }) : stay(state)
    case 'domain_added':
      return isViewing ? stay(withDomain(state)) : stay(state)
    case 'domain_removed':
      return isViewing
        ? stay(edited(state, { domains: state.draft.domains.filter((domain) => domain !== event.domain) }))
        : stay(state)
    case 'save_clicked':
      return isViewing ? save(state, event.part) : stay(state)
    case 'retry_clicked':
      return state.status === 'failed' ? call({ ...state, status: 'loading' }, { type: 'read' }) : stay(state)
    case 'answered':
      return event.call === state.calls ? answered(state, event.values) : stay(state)
    case 'refused': {
      if (event.call !== state.calls) return stay(state)
      // What was chosen and typed stays.
      const status = state.status === 'loading' ? 'failed' : 'viewing'
      return stay({ ...state, status, failure: event.failure })
    }
    default:
      return event satisfies never
  }
}

/** The fields of a part that differ from what is stored. */
export function changesOf(
  { stored, draft }: Pick<SettingsState, 'stored' | 'draft'>,
  part: SettingsPart,
): Partial<SettingsValues> {
  const changed = fieldsOf[part].filter((field) => keyOf(stored[field]) !== keyOf(draft[field]))
  return Object.fromEntries(changed.map((field) => [field, draft[field]]))
}

/** Whether there is something to store, also a domain that is typed and not added yet. */
export function hasChanges(state: SettingsState, part: SettingsPart): boolean {
  return Object.keys(changesOf(state, part)).length > 0 || (part === 'joining' && state.newDomain.trim() !== '')
}

/** Whether single sign-on would be the only way to log in. */
export function isSsoOnly({ isRestricted, methods }: SettingsValues): boolean {
  return isRestricted && methods.length === 1 && methods[0] === 'sso'
}

export function toggle<Value>(chosen: readonly Value[], value: Value): Value[] {
  return chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]
}

/** The second factors that the host page offers, and those that are stored. */
export function shownMfaMethods(
  { stored }: Pick<SettingsState, 'stored'>,
  offered: readonly MfaMethod[],
): readonly MfaMethod[] {
  return mfaMethods.filter(
    (method) => offered.includes(method) || (stored.isMfaRestricted && stored.mfaMethods.includes(method)),
  )
}

/** The choice with one method more or less. It contains no method that is not shown. */
export function toggleMfaMethod(
  state: Pick<SettingsState, 'stored' | 'draft'>,
  offered: readonly MfaMethod[],
  method: MfaMethod,
): Pick<SettingsValues, 'mfaMethods' | 'isMfaRestricted'> {
  const shown = shownMfaMethods(state, offered)
  const chosen = toggle(
    state.draft.mfaMethods.filter((one) => shown.includes(one)),
    method,
  )
  // Without a restriction, all methods are allowed, also those that are not shown.
  const isUnrestricted = !state.stored.isMfaRestricted && chosen.length === shown.length
  return isUnrestricted || chosen.length === mfaMethods.length
    ? { mfaMethods: [...mfaMethods], isMfaRestricted: false }
    : { mfaMethods: chosen, isMfaRestricted: true }
}

/** A list counts as a set. */
function keyOf(value: SettingsValues[SettingsField]): string {
  return Array.isArray(value) ? [...value].sort().join('\n') : String(value)
}

function call(state: SettingsState, request: SettingsRequest): SettingsStep {
  const calls = state.calls + 1
  return {
    state: { ...state, failure: null, isSaved: false, calls },
    effects: [{ type: 'call', call: calls, request }],
  }
}

/** Fields without a permission keep their value. */
function edited(state: SettingsState, values: Partial<SettingsValues>): SettingsState {
  const fields = Object.keys(values) as SettingsField[]
  if (fields.some((field) => !state.viewer.access[field].isAllowed)) return state
  return { ...state, draft: { ...state.draft, ...values }, failure: null, isSaved: false }
}

function withDomain(state: SettingsState): SettingsState {
  const domain = state.newDomain.trim().toLowerCase().replace(/^@/, '')
  const { domains } = state.draft
  if (!/^[^\s@.]+(\.[^\s@.]+)+$/.test(domain)) return { ...state, part: 'joining', failure: refusal('invalid_domain') }
  return { ...edited(state, { domains: domains.includes(domain) ? domains : [...domains, domain] }), newDomain: '' }
}

function save(given: SettingsState, part: SettingsPart): SettingsStep {
  // The Enter key in the field of the domain stores it, too.
  const state = part === 'joining' && given.newDomain.trim() ? withDomain(given) : given
  if (state.failure && state.failure !== given.failure) return stay(state)
  const values = withList(changesOf(state, part), state.draft)
  if (Object.keys(values).length === 0) return stay(state)
  const { draft } = state
  const isEmpty =
    (part === 'methods' && draft.isRestricted && draft.methods.length === 0) ||
    (part === 'second_step' && draft.isMfaRestricted && draft.mfaMethods.length === 0)
  if (isEmpty) return stay({ ...state, part, failure: refusal('choose_one') })
  if (part === 'details' && !draft.name.trim()) return stay({ ...state, part, failure: refusal('name_required') })
  return call({ ...state, status: 'saving', part }, { type: 'save', values, domains: state.stored.domains })
}

/** A restriction is stored with its list. */
function withList(values: Partial<SettingsValues>, { methods, mfaMethods }: SettingsValues): Partial<SettingsValues> {
  return { ...values, ...(values.isRestricted && { methods }), ...(values.isMfaRestricted && { mfaMethods }) }
}

function answered(state: SettingsState, stored: SettingsValues): SettingsStep {
  if (state.status === 'loading') return stay({ ...state, status: 'viewing', stored, draft: stored })
  if (state.status !== 'saving') return stay(state)
  // What is changed in the other parts, and not stored yet, stays.
  const others = (Object.keys(fieldsOf) as SettingsPart[]).filter((part) => part !== state.part)
  const draft = { ...stored, ...Object.assign({}, ...others.map((part) => changesOf(state, part))) }
  return {
    state: { ...state, status: 'viewing', stored, draft, isSaved: true },
    effects: [emit({ type: 'ORGANIZATION_UPDATE', data: {} })],
  }
}
