import { tokenTypeParameter } from '@latchkey/contract'
import { type ReactElement, useState } from 'react'
import { CopyButton } from '../ui/copy-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { timeOf } from '../ui/time.ts'
import { fillIn } from './fill-in.ts'
import type { InboxMessage } from './use-inbox.ts'

const channelNames = { email: 'Email', sms: 'Text message', whatsapp: 'WhatsApp' } as const

/** A message with its code to copy or its link to open. */
export function MessageCard(props: { readonly message: InboxMessage; readonly isFresh: boolean }): ReactElement {
  const { channel, to, sent_at, subject, text, codes, links } = props.message
  return (
    <li className="message" data-fresh={props.isFresh}>
      <p className="message-head">
        <span className="badge">{channelNames[channel]}</span>
        <time dateTime={sent_at}>{timeOf(new Date(sent_at))}</time>
      </p>
      <p className="message-to" title={to}>
        {to}
      </p>
      <p className="message-subject">{subject || firstParagraph(text)}</p>
      {codes.map((code) => (
        <div key={code} className="code-row">
          <CopyButton text={code} className="code-button">
            <span className="code-digits">{code}</span>
          </CopyButton>
          <FillInButton code={code} />
        </div>
      ))}
      {links.filter(isWebAddress).map((link, index) => (
        <a
          key={link}
          className={`button ${index === 0 ? 'button-main' : 'button-quiet'} wide`}
          href={link}
          target="_blank"
          rel="noopener"
        >
          {linkName(link)} <Icon name="open" />
        </a>
      ))}
    </li>
  )
}

/** Puts the code into the widget. */
function FillInButton({ code }: { readonly code: string }): ReactElement {
  const [isMissing, setMissing] = useState(false)
  return (
    <>
      <button type="button" className="button button-main fill-in" onClick={() => setMissing(!fillIn(code))}>
        Fill in
      </button>
      <span className="fill-in-note" role="status">
        {isMissing ? 'The widget does not ask for a code now.' : ''}
      </span>
    </>
  )
}

/** Removes the lines of a text message that phones use to autofill the code. */
function firstParagraph(text: string): string {
  return text.split('\n\n', 1)[0] ?? ''
}

/** Labels of links, by token type. */
function linkName(href: string): string {
  switch (new URL(href).searchParams.get(tokenTypeParameter)) {
    case 'reset_password':
      return 'Open password link'
    case 'login':
      return 'Open login link'
    default:
      return 'Open magic link'
  }
}

/** Messages are untrusted text: only web URLs become links. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\//.test(text)
}
