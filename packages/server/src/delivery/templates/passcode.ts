import type { Channel, Message } from '../delivery.ts'
import { withCustomWords } from './custom-words.ts'
import { codeBox, detailsTable, emailLayout, paragraph, smallPrint } from './layout.ts'
import { composeWith, detailLines, type MessageContext, oneLine, textPart } from './message-context.ts'
import { type MessageKind, messageFooter } from './message-parts.ts'

export interface PasscodeInput {
  channel: Channel
  to: string
  code: string
  expiresInMinutes: number
  kind: MessageKind
  context: MessageContext
  /** The page's host: with it a text message ends in the line that browsers fill the code in from. */
  originHost?: string | undefined
}

/** The message with a passcode, for any channel. */
export function passcodeMessage(input: PasscodeInput): Message {
  return input.channel === 'email' ? email(input) : textMessage(input)
}

function email({ to, code, kind, expiresInMinutes, context }: PasscodeInput): Message {
  const composer = composeWith(context)
  const { say, duration } = composer
  const details = composer.details()
  const lifetime = duration(expiresInMinutes)
  const { subject, heading, body, footer } = withCustomWords(
    {
      subject: say('passcode.subject', { code }),
      heading: say(`${kind}.heading`),
      body: say(`passcode.${kind}.body`),
      footer: say('ignore'),
    },
    context.custom,
    { project: oneLine(context.project.name), code, duration: lifetime },
  )
  const expires = say('passcode.expires', { duration: lifetime })
  const caution = `${expires} ${say('passcode.secret')}`
  const foot = messageFooter(context, composer, footer)
  return {
    channel: 'email',
    to,
    subject,
    text: textPart([heading, body, code, caution, detailLines(details), ...foot.text]),
    html: emailLayout({
      context,
      title: heading,
      preheader: `${code}. ${expires}`,
      content: [paragraph(body), codeBox(code), smallPrint(caution), detailsTable(details)],
      footer: foot.markup,
    }),
    codes: [code],
    links: [],
  }
}

/** Longer names would need three or more segments in scripts with two bytes per letter. */
const longestNameInText = 30

/** As many whole words as fit. */
function shortName(name: string): string {
  const letters = Array.from(name)
  if (letters.length <= longestNameInText) return name
  const start = letters.slice(0, longestNameInText + 1).join('')
  const words = start.slice(0, Math.max(start.lastIndexOf(' '), 0))
  return words === '' ? letters.slice(0, longestNameInText).join('') : words.trimEnd()
}

function textMessage({ channel, to, code, expiresInMinutes, context, originHost }: PasscodeInput): Message {
  const { say, duration } = composeWith(context)
  const lifetime = duration(expiresInMinutes)
  const values = { project: shortName(oneLine(context.project.name)), code, duration: lifetime }
  const { text: sentence } = withCustomWords({ text: say('passcode.text', values) }, context.custom, values)
  // Origin-bound one-time codes: the last line, alone. Browsers do not read WhatsApp messages.
  const boundTo = channel === 'sms' && originHost ? `\n\n@${originHost} #${code}` : ''
  return { channel, to, subject: '', text: `${sentence}${boundTo}`, html: '', codes: [code], links: [] }
}
