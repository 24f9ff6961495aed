import type { BootstrapData } from '@latchkey/client'
import type { ReactElement } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { useSheet } from '../../theme/sheets.ts'
import { InboxIcon } from './inbox-icons.tsx'
import { inboxLinks } from './inbox-links.ts'
import { inboxHint } from './magic-links.flow.ts'
import { magicLinksStrings } from './magic-links.strings.ts'

const inboxesCss = `
.latchkey-inboxes{margin-block:24px 16px;border:1px solid color-mix(in srgb,var(--_s) 30%,var(--_b));border-radius:calc(var(--_r) + 2px)}
.latchkey-inbox{display:flex;align-items:center;gap:12px;min-height:48px;padding:8px 14px;border-radius:var(--_r);color:var(--_p);cursor:pointer;transition:background-color .12s}
.latchkey-inbox+.latchkey-inbox{border-top:1px solid color-mix(in srgb,var(--_s) 18%,var(--_b));border-radius:0}
.latchkey-inbox:hover{background:var(--_t)}
.latchkey-inbox:focus-visible{outline:2px solid var(--_k);outline-offset:2px;border-radius:var(--_r)}
.latchkey-inbox-icon{flex:none;width:20px;height:20px;forced-color-adjust:none}
.latchkey-inbox-arrow{flex:none;width:16px;height:16px;margin-inline-start:auto;fill:none;stroke:var(--_s);stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
.latchkey-inbox-arrow:dir(rtl){transform:scaleX(-1)}
`

interface InboxesProps {
  readonly email: string
  readonly bootstrap: Pick<BootstrapData, 'emailDomains'>
  /** The sender's domain that the inbox is searched for. */
  readonly domainHint: string | undefined
}

/** Links that open the mailbox of the address. */
export function Inboxes({ email, bootstrap, domainHint }: InboxesProps): ReactElement {
  const t = useText(magicLinksStrings)
  useSheet(inboxesCss)
  const hint = inboxHint(bootstrap.emailDomains, domainHint)
  return (
    <div className="latchkey-inboxes">
      {inboxLinks(hint, email).map(({ name, href }) => (
        <a
          key={name}
          className="latchkey-inbox"
          part="inbox-link"
          href={href}
          target="_blank"
          rel="noopener noreferrer"
        >
          <InboxIcon name={name} />
          {t(`email_confirmation.${name}`)}
          <svg
            className="latchkey-inbox-arrow"
            viewBox="0 0 16 16"
            role="img"
            aria-label={t('email_confirmation.new_tab')}
          >
            <path d="m5 11 6-6M6 5h5v5" />
          </svg>
        </a>
      ))}
    </div>
  )
}
