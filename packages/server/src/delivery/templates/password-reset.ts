import type { TemplateWords } from '../../storage/records.ts'
import type { Message } from '../delivery.ts'
import { inWords } from './custom-words.ts'
import { addressLine, button, divider, emailLayout, oneLine, paragraph, smallPrint, stack } from './layout.ts'
import { wordsFor } from './words-for.ts'

/** The mail of a password reset. It carries two links: to a new password, and in without one. */
export function passwordResetMessage(input: {
  to: string
  projectName: string
  /** Both built from the provider's own base address alone. */
  resetLink: string
  loginLink: string
  expiresInMinutes: number
  loginExpiresInMinutes: number
  /** Signing up, where nobody has this address yet and the project does not tell. */
  kind: 'login' | 'signup'
  locale?: string | undefined
  /** The project's own words. */
  custom?: TemplateWords | undefined
}): Message {
  const { resetLink, loginLink } = input
  const words = wordsFor(input.locale)
  const project = oneLine(input.projectName)
  const duration = words.duration(input.expiresInMinutes)
  const ours = { ...words.passwordReset[input.kind]({ project }), footer: words.notYou }
  const said = inWords(ours, input.custom, { project, duration })
  const { subject, heading, body, button: label, instead, insteadLink, footer } = said
  const expires = words.linkExpires({ duration })
  const loginExpires = words.linkExpires({ duration: words.duration(input.loginExpiresInMinutes) })
  const leadsTo = words.linkHost({ host: new URL(resetLink).host })
  return {
    channel: 'email',
    to: input.to,
    subject,
    text: [heading, body, resetLink, `${expires} ${leadsTo}`, instead, loginLink, loginExpires, footer]
      .join('\n\n')
      .concat('\n'),
    html: emailLayout({
      words,
      title: heading,
      preheader: `${body} ${expires}`,
      project,
      content: stack([
        paragraph(body),
        button(label, resetLink),
        smallPrint(`${expires} ${leadsTo}`),
        smallPrint(words.linkInstead),
        addressLine(resetLink),
        divider(),
        paragraph(instead),
        button(insteadLink, loginLink),
        smallPrint(loginExpires),
        addressLine(loginLink),
      ]),
      footer,
    }),
    codes: [],
    links: [resetLink, loginLink],
  }
}
