import { describe, expect, it } from 'vitest'
import type { SettingsState } from './settings.flow.ts'
import { settingsFlow, toggleMfaMethod } from './settings.flow.ts'
import { settingsStates } from './settings.states.ts'

const [first] = Object.values(settingsStates.organization_settings) as { state: SettingsState }[]
if (!first) throw new Error('the gallery has a state')
const values = { ...first.state.stored, isMfaRestricted: false, mfaMethods: ['sms_otp', 'totp'] } as const
const all: SettingsState = { ...first.state, status: 'viewing', stored: values, draft: values }

describe('the second factors', () => {
  it('are refused if the only one that is shown is not chosen', () => {
    const changed = settingsFlow(all, { type: 'changed', values: toggleMfaMethod(all, ['totp'], 'totp') }).state
    expect(changed.draft).toMatchObject({ isMfaRestricted: true, mfaMethods: [] })
    const { state, effects } = settingsFlow(changed, { type: 'save_clicked', part: 'second_step' })
    expect([state.failure?.error_type, effects]).toEqual(['choose_one', []])
    // Chosen again, it is as before.
    expect(toggleMfaMethod(changed, ['totp'], 'totp')).toEqual({
      isMfaRestricted: false,
      mfaMethods: values.mfaMethods,
    })
  })

  it('contain no method that is not shown', () => {
    const stored = { ...values, isMfaRestricted: true, mfaMethods: ['totp'] } as const
    const draft = { ...stored, mfaMethods: ['sms_otp', 'totp'] } as const
    expect(toggleMfaMethod({ stored, draft }, ['totp'], 'totp')).toEqual({ isMfaRestricted: true, mfaMethods: [] })
  })

  it('are restricted to the chosen ones, and not if all are chosen', () => {
    const offered = values.mfaMethods
    const one = toggleMfaMethod(all, offered, 'sms_otp')
    expect(one).toEqual({ isMfaRestricted: true, mfaMethods: ['totp'] })
    const draft = { ...values, ...one }
    expect(toggleMfaMethod({ stored: draft, draft }, offered, 'sms_otp').isMfaRestricted).toBe(false)
  })
})
