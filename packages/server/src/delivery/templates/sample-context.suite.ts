import type { MessageContext, MessageProject, MessageRequest } from './message-context.ts'
import { english, matchLanguage } from './message-language.ts'

export const chromeOnMac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** A message of the project “Acme”, requested in Chrome on macOS on 17 November 2026 at 18:54 UTC. */
export function sampleContext(
  options: {
    locale?: string
    custom?: MessageContext['custom']
    project?: Partial<MessageProject>
    request?: Partial<MessageRequest>
  } = {},
): MessageContext {
  return {
    language: matchLanguage(options.locale ?? 'en') ?? english,
    custom: options.custom ?? {},
    project: { name: 'Acme', logoUrl: null, brandColor: null, supportEmail: null, ...options.project },
    request: {
      at: Date.UTC(2026, 10, 17, 18, 54),
      timeZone: 'UTC',
      userAgent: chromeOnMac,
      country: null,
      ...options.request,
    },
  }
}
