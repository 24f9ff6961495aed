import type { Message } from '../delivery.ts'
import { withCustomWords } from './custom-words.ts'
import { addressBehind, button, detailsTable, emailLayout, paragraph, smallPrint } from './layout.ts'
import { composeWith, detailLines, type MessageContext, oneLine, textPart } from './message-context.ts'
import { messageFooter } from './message-parts.ts'

/** A mail with one link. The text names the link's host, so that the reader sees where it leads. */
export function linkMail(input: {
  to: string
  /** Built from the provider's own base URL alone. */
  link: string
  expiresInMinutes: number
  context: MessageContext
  words: Record<'subject' | 'heading' | 'body' | 'button' | 'footer', string>
  /** Further values for the texts of the project's template. */
  values?: Readonly<Record<string, string>>
}): Message {
  const { link, context } = input
  const composer = composeWith(context)
  const { say, duration } = composer
  const details = composer.details()
  const lifetime = duration(input.expiresInMinutes)
  const values = { project: oneLine(context.project.name), duration: lifetime, ...input.values }
  const { subject, heading, body, button: label, footer } = withCustomWords(input.words, context.custom, values)
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
