import type { ReactElement } from 'react'
import { useUniqueId } from '../../a11y/use-unique-id.ts'
import { ThirdPartyText } from '../text/third-party-text.tsx'
import { useConsentText } from '../text/use-consent-text.ts'
import type { Consent } from './consent.ts'
import { DetailList, Disclosure } from './disclosure.tsx'
import { useScopeText } from './use-scope-text.ts'

interface Item {
  readonly text: string
  readonly details?: readonly string[]
  readonly isNew?: boolean
  readonly isForeign?: boolean
}

interface Section {
  readonly header: string
  readonly items: readonly Item[]
  /** The text of the host page. */
  readonly isForeign: boolean
}

/** The requested scopes, in the text of the host page or in the built-in text. */
export function ConsentList({ consent }: { readonly consent: Consent }): ReactElement | null {
  const t = useConsentText()
  const textsOf = useScopeText(consent)
  const { manifest, clientName, grantable } = consent
  if (!manifest && grantable.length === 0) return null
  const sections: readonly Section[] = manifest?.map((section) => ({ ...section, isForeign: true })) ?? [
    { header: t('idp.header', { clientName }), items: textsOf(grantable), isForeign: false },
  ]
  return (
    <>
      {sections.map((section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same words, and none of them moves.
        <ConsentSection key={index} {...section} />
      ))}
    </>
  )
}

function ConsentSection({ header, items, isForeign: areForeign }: Section): ReactElement {
  const t = useConsentText()
  const id = useUniqueId()
  return (
    <div className="latchkey-idp-section">
      <h3 id={id} className="latchkey-idp-heading" part="list-header">
        {areForeign ? <ThirdPartyText>{header}</ThirdPartyText> : header}
      </h3>
      {items.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: some screen readers do not announce a list without bullets.
        <ul className="latchkey-idp-list" part="list" role="list" aria-labelledby={id}>
          {items.map(({ text, details = [], isNew, isForeign = areForeign }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same words, and none of them moves.
            <li key={index} className="latchkey-idp-item">
              <svg className="latchkey-idp-icon" viewBox="0 0 20 20" aria-hidden="true">
                <path d="m5 10.5 3.5 3.5 7-8" />
              </svg>
              <div className="latchkey-idp-words">
                {isForeign ? <ThirdPartyText>{text}</ThirdPartyText> : text}
                {details.length > 0 && (
                  <Disclosure className="latchkey-idp-more" summary={t('idp.details')}>
                    <DetailList items={details.map((detail) => ({ text: detail, isForeign: true }))} />
                  </Disclosure>
                )}
              </div>
              {isNew && <span className="latchkey-idp-new">{t('idp.new')}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
