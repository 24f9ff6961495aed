import type { TemplateWords } from '../../storage/records.ts'
import type { Message } from '../delivery.ts'
import { inWords } from './custom-words.ts'
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
  /** The project's own words. */
  custom?: TemplateWords | undefined
}): Message {
  const words = wordsFor(input.locale)
  const project = oneLine(input.projectName)
  const duration = words.duration(input.expiresInMinutes)
  const ours = { ...words.magicLink[input.kind]({ project }), footer: words.notYou }
  const { subject, heading, body, button: label, footer } = inWords(ours, input.custom, { project, duration })
  const expires = words.linkExpires({ duration })
  const leadsTo = words.linkHost({ host: new URL(input.link).host })
  return {
    channel: 'email',
    to: input.to,
    subject,
    text: [heading, body, input.link, `${expires} ${leadsTo}`, footer].join('\n\n').concat('\n'),
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
      footer,
    }),
    codes: [],
    links: [input.link],
  }
}
