import type { Translate } from '../../i18n/text.ts'
import type { membersStrings } from '../text/organization.strings.ts'
import type { Done } from './members-state.flow.ts'

/** What was done, in words; empty without it. */
export function doneText(done: Done | null, t: Translate<typeof membersStrings>): string {
  switch (done?.type) {
    case undefined:
      return ''
    case 'invited':
      return t('invite.sent', { email: done.who })
    case 'removed':
      return t('member.was_removed', { name: done.who })
    case 'uninvited':
      return t('member.was_uninvited', { name: done.who })
    case 'revoked':
      return t('member.was_revoked', { name: done.who })
    case 'added':
      return t('member.was_added', { name: done.who })
    case 'factor_removed':
      return t('member.factor_removed', { name: done.who })
    case 'saved':
      return t('member.saved')
    default:
      return ''
  }
}
