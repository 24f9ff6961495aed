import type { Message } from '../delivery.ts'
import { addressLine, button, emailLayout, oneLine, paragraph, smallPrint, stack } from './layout.ts'
import type { MessageKind } from './words.ts'
import { wordsFor } from './words-for.ts'

/** The mail that carries a magic link. The link's host stands in the text, so that a reader sees where it leads. */
export function magicLinkMessage(input: {
  to: string
  projectName: string
  /** Built from the provider's own base address alone. */
  link: string
  expiresInMinutes: number
  kind: MessageKind
  locale?: string | undefined
}): Message {
  const words = wordsFor(input.locale)
  const project = oneLine(input.projectName)
  const { subject, heading, body, button: label } = words.magicLink[input.kind]({ project })
  const expires = words.linkExpires({ duration: words.duration(input.expiresInMinutes) })
  const leadsTo = words.linkHost({ host: new URL(input.link).host })
  return {
    channel: 'email',
    to: input.to,
    subject,
    text: [heading, body, input.link, `${expires} ${leadsTo}`, words.notYou].join('\n\n').concat('\n'),
    html: emailLayout({
      words,
      title: heading,
      preheader: `${body} ${expires}`,
      project,
      content: stack([
        paragraph(body),
        button(label, input.link),
        smallPrint(`${expires} ${leadsTo}`),
        smallPrint(words.linkInstead),
        addressLine(input.link),
      ]),
      footer: words.notYou,
    }),
    codes: [],
    links: [input.link],
  }
}
