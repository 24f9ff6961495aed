import type { Message } from '../delivery.ts'
import { withCustomWords } from './custom-words.ts'
import { addressBehind, button, detailsTable, emailLayout, paragraph, smallPrint, textLink } from './layout.ts'
import { composeWith, detailLines, type MessageContext, oneLine, textPart } from './message-context.ts'
import { messageFooter } from './message-parts.ts'
import type { MessageKey } from './strings/en.ts'

/**
 * The recipient of a reset mail: a user with a password, an existing user without one, or an address without an account
 * in a project that does not reveal which addresses have one.
 */
export type ResetKind = 'reset' | 'set_password' | 'signup'

const keys = {
  reset: {
    ...{ subject: 'reset.subject', heading: 'reset.heading', body: 'reset.body' },
    ...{ button: 'reset.button', instead: 'reset.instead' },
  },
  set_password: {
    ...{ subject: 'set_password.subject', heading: 'set_password.heading', body: 'set_password.body' },
    ...{ button: 'set_password.button', instead: 'set_password.instead' },
  },
  signup: {
    ...{ subject: 'signup.subject', heading: 'signup.heading', body: 'reset_signup.body' },
    ...{ button: 'reset_signup.button', instead: 'reset_signup.instead' },
  },
} as const satisfies Record<ResetKind, Record<'subject' | 'heading' | 'body' | 'button' | 'instead', MessageKey>>

/** The mail of a password reset: a button that leads to a new password, and a text link that logs in without one. */
export function passwordResetMessage(input: {
  to: string
  /** Both built from the provider's own base URL alone. */
  resetLink: string
  loginLink: string
  expiresInMinutes: number
  loginExpiresInMinutes: number
  kind: ResetKind
  context: MessageContext
}): Message {
  const { resetLink, loginLink, context } = input
  const composer = composeWith(context)
  const { say, duration } = composer
  const details = composer.details()
  const lifetime = duration(input.expiresInMinutes)
  const key = keys[input.kind]
  const {
    subject,
    heading,
    body,
    button: label,
    footer,
  } = withCustomWords(
    {
      subject: say(key.subject),
      heading: say(key.heading),
      body: say(key.body),
      button: say(key.button),
      footer: say('ignore'),
    },
    context.custom,
    { project: oneLine(context.project.name), duration: lifetime },
  )
  const instead = say(key.instead)
  const expires = say('link.expires', { duration: lifetime })
  const loginExpires = say('link.expires', { duration: duration(input.loginExpiresInMinutes) })
  const leadsTo = `${expires} ${say('link.host', { host: new URL(resetLink).host })}`
  const foot = messageFooter(context, composer, footer)
  return {
    channel: 'email',
    to: input.to,
    subject,
    text: textPart([
      heading,
      body,
      `${label}:\n${resetLink}`,
      leadsTo,
      `${instead}:\n${loginLink}`,
      loginExpires,
      detailLines(details),
      ...foot.text,
    ]),
    html: emailLayout({
      context,
      title: heading,
      preheader: `${body} ${expires}`,
      content: [
        paragraph(body),
        button(context, label, resetLink),
        smallPrint(leadsTo),
        textLink(context, instead, loginLink),
        ...(loginExpires === expires ? [] : [smallPrint(loginExpires)]),
        addressBehind(context, say('link.trouble'), say('link.copy'), resetLink),
        detailsTable(details),
      ],
      footer: foot.markup,
    }),
    codes: [],
    links: [resetLink, loginLink],
  }
}
