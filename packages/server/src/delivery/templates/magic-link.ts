import type { Message } from '../delivery.ts'
import { linkMail } from './link-mail.ts'
import { composeWith, type MessageContext } from './message-context.ts'
import type { MessageKind } from './message-parts.ts'

/** The mail with a magic link. */
export function magicLinkMessage(input: {
  to: string
  /** Built from the provider's own base URL alone. */
  link: string
  expiresInMinutes: number
  kind: MessageKind
  context: MessageContext
}): Message {
  const { kind } = input
  const { say } = composeWith(input.context)
  return linkMail({
    ...input,
    words: {
      subject: say(kind === 'secondary' ? 'magic_link.secondary.subject' : `${kind}.subject`),
      heading: say(`${kind}.heading`),
      body: say(`magic_link.${kind}.body`),
      button: say(`magic_link.${kind}.button`),
      footer: say('ignore'),
    },
  })
}
