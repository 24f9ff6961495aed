import type { Message } from '../delivery.ts'
import { linkMail } from './link-mail.ts'
import { composeWith, type MessageContext, oneLine } from './message-context.ts'

/** The mail that invites a person to an organization. */
export function invitationMessage(input: {
  to: string
  /** Built from the provider's own base URL alone. */
  link: string
  expiresInMinutes: number
  organization: string
  /** The member who invites; null if an operator does. */
  inviter: string | null
  context: MessageContext
}): Message {
  const { say } = composeWith(input.context)
  const organization = oneLine(input.organization)
  const inviter = oneLine(input.inviter ?? '')
  return linkMail({
    ...input,
    words: {
      subject: say('invite.subject', { organization }),
      heading: say('invite.heading', { organization }),
      body: say(inviter === '' ? 'invite.body_unnamed' : 'invite.body', { organization, inviter }),
      button: say('invite.button'),
      footer: say('invite.ignore'),
    },
    values: { organization, inviter },
  })
}

/** The mail that confirms the new address of a member. */
export function emailUpdateMessage(input: {
  to: string
  /** Built from the provider's own base URL alone. */
  link: string
  expiresInMinutes: number
  organization: string
  context: MessageContext
}): Message {
  const { say } = composeWith(input.context)
  const organization = oneLine(input.organization)
  return linkMail({
    ...input,
    words: {
      subject: say('magic_link.secondary.subject'),
      heading: say('secondary.heading'),
      body: say('email_change.body', { organization }),
      button: say('magic_link.secondary.button'),
      footer: say('ignore'),
    },
    values: { organization },
  })
}
