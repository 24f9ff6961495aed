import { describe, expect, it } from 'vitest'
import type { RegistrationEvent, RegistrationState } from './passkey-registration.flow.ts'
import { registrationFlow, startRegistration, successTitle } from './passkey-registration.flow.ts'
import { laptop, phone } from './registration-transitions.suite.ts'

/** The title of the list at the end of these events; undefined if another screen is shown. */
function titleAfter(first: RegistrationState, ...events: readonly RegistrationEvent[]): string | undefined {
  const state = events.reduce((before, event) => registrationFlow(before, event).state, first)
  return state.screen === 'passkey_registration_success' ? successTitle(state) : undefined
}

const without = startRegistration([]).state
const returning = startRegistration([laptop]).state
const creation: readonly RegistrationEvent[] = [
  { type: 'create_clicked' },
  { type: 'passkey_created', call: 2, id: 'passkey-2', passkeys: [laptop, phone] },
]

describe('the title of the passkey list', () => {
  it('claims a new passkey only if one was created [W-PK-11]', () => {
    expect(titleAfter(without, ...creation)).toBe('success_title')
  })

  it('claims nothing after Skip without any passkey [W-PK-09]', () => {
    expect(titleAfter(without, { type: 'skip_clicked' })).toBe('later_title')
  })

  it('names the list for a user who returns, and after Skip [W-PK-09]', () => {
    const skipped = titleAfter(returning, { type: 'another_clicked' }, { type: 'skip_clicked' })
    expect([titleAfter(returning), skipped]).toEqual(['list_title', 'list_title'])
  })

  it('no longer claims a passkey that was deleted', () => {
    const deleted = (id: string): RegistrationEvent[] => [{ type: 'delete_clicked', id }, { type: 'delete_confirmed' }]
    expect([
      titleAfter(without, ...creation, ...deleted('passkey-1')),
      titleAfter(without, ...creation, ...deleted('passkey-2')),
      titleAfter(returning, ...deleted('passkey-1')),
    ]).toEqual(['success_title', 'list_title', 'later_title'])
  })

  it('keeps its claim while the new passkey is renamed', () => {
    const renamed: RegistrationEvent[] = [
      { type: 'rename_clicked', id: 'passkey-2' },
      { type: 'name_changed', value: 'Desk' },
      { type: 'rename_submitted' },
    ]
    expect(titleAfter(without, ...creation, ...renamed)).toBe('success_title')
  })
})
