import { expect, it } from 'vitest'
import { createTranslate } from '../../i18n/text.ts'
import { membersStrings } from '../text/organization.strings.ts'
import { doneText } from './done-text.ts'

it('says that an invitation was withdrawn, and not that a member was removed', () => {
  const t = createTranslate(membersStrings, {})
  expect(doneText({ type: 'uninvited', who: 'Alan' }, t)).toBe('The invitation of Alan was withdrawn.')
  expect(doneText({ type: 'removed', who: 'Alan' }, t)).toBe('Alan was removed.')
})
