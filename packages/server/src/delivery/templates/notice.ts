import type { Message } from '../delivery.ts'
import { emailLayout, oneLine, paragraph, stack } from './layout.ts'
import type { FactorName, NoticeKind } from './words.ts'
import { wordsFor } from './words-for.ts'

/** Tells somebody what was done to their account. It carries no link: nobody should get used to following one. */
export function noticeMessage(input: {
  to: string
  projectName: string
  kind: NoticeKind
  /** What was added or removed. */
  factor?: FactorName | undefined
  locale?: string | undefined
}): Message {
  const words = wordsFor(input.locale)
  const project = oneLine(input.projectName)
  const { subject, heading, body, advice } = words.notice[input.kind]({
    project,
    factor: words.factor[input.factor ?? 'password'],
  })
  return {
    channel: 'email',
    to: input.to,
    subject,
    text: [heading, body, advice].join('\n\n').concat('\n'),
    html: emailLayout({
      words,
      title: heading,
      preheader: body,
      project,
      content: stack([paragraph(body), paragraph(advice)]),
      footer: project,
    }),
    codes: [],
    links: [],
  }
}
