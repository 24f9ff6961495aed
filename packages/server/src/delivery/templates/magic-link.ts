import type { Message } from '../delivery.ts'
import { withCustomWords } from './custom-words.ts'
import { addressBehind, button, detailsTable, emailLayout, paragraph, smallPrint } from './layout.ts'
import { composeWith, detailLines, type MessageContext, oneLine, textPart } from './message-context.ts'
import { type MessageKind, messageFooter } from './message-parts.ts'

/** The mail with a magic link. The text names the link's host, so that the reader sees where it leads. */
export function magicLinkMessage(input: {
  to: string
  /** Built from the provider's own base URL alone. */
  link: string
  expiresInMinutes: number
  kind: MessageKind
  context: MessageContext
}): Message {
  const { link, kind, context } = input
  const composer = composeWith(context)
  const { say, duration } = composer
  const details = composer.details()
  const lifetime = duration(input.expiresInMinutes)
  const {
    subject,
    heading,
    body,
    button: label,
    footer,
  } = withCustomWords(
    {
      subject: say(kind === 'secondary' ? 'magic_link.secondary.subject' : `${kind}.subject`),
      heading: say(`${kind}.heading`),
      body: say(`magic_link.${kind}.body`),
      button: say(`magic_link.${kind}.button`),
      footer: say('ignore'),
    },
    context.custom,
    { project: oneLine(context.project.name), duration: lifetime },
  )
  const expires = say('link.expires', { duration: lifetime })
  const leadsTo = `${expires} ${say('link.host', { host: new URL(link).host })}`
  const foot = messageFooter(context, composer, footer)
  return {
    channel: 'email',
    to: input.to,
    subject,
    text: textPart([heading, body, link, leadsTo, detailLines(details), ...foot.text]),
    html: emailLayout({
      context,
      title: heading,
      preheader: `${body} ${expires}`,
      content: [
        paragraph(body),
        button(context, label, link),
        smallPrint(leadsTo),
        addressBehind(context, say('link.trouble'), say('link.copy'), link),
        detailsTable(details),
      ],
      footer: foot.markup,
    }),
    codes: [],
    links: [link],
  }
}
