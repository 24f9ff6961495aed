import { footerLine, type Markup, withMailto } from './layout.ts'
import type { Composer, MessageContext } from './message-context.ts'

/** What a link or a passcode is for. */
export type MessageKind = 'login' | 'signup' | 'secondary'

/** The last lines of a message: what to do if the user did not request it, and where to get help. */
export function messageFooter(
  context: MessageContext,
  { help }: Composer,
  footer: string,
): { text: string[]; markup: Markup[] } {
  const { supportEmail } = context.project
  if (help === null || supportEmail === null) return { text: [footer], markup: [footerLine(footer)] }
  return { text: [footer, help], markup: [footerLine(footer), footerLine(withMailto(context, help, supportEmail))] }
}
