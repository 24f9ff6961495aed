import type { Call } from '../core/route.ts'
import { chooseLanguage } from '../delivery/templates/choose-language.ts'
import type { MessageContext } from '../delivery/templates/message-context.ts'
import { isTimeZone } from '../delivery/templates/message-language.ts'
import { acceptedLanguages } from '../http/accept-language.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { AccountRecord, ProjectRecord, TemplateRecord } from '../storage/records.ts'
import { knownLanguages } from './known-language.ts'

/** Longer than the header of any client. */
const longestSdkHeader = 8_192

/** What decides the language of a message, in addition to the request and the project. */
export interface Reader {
  /** The `locale` of the request body. */
  locale?: string | undefined
  account: AccountRecord | null
  /** The registration that the message is sent to, if the user already has it. */
  registrationId?: string | undefined
  template?: TemplateRecord | null
}

/**
 * Language, project and request details of a message that a request causes, for all senders. The language is the first
 * with a translation of: `locale`, `Accept-Language`, the user's last known language, the project's `default_locale`,
 * English.
 */
export function describeMessage(
  { clock }: Pick<ProviderContext, 'clock'>,
  call: Pick<Call<unknown>, 'project' | 'client'>,
  { locale, account, registrationId, template = null }: Reader,
): MessageContext {
  const { project, client } = call
  const preferred = [
    ...(locale === undefined ? [] : [locale]),
    ...acceptedLanguages(client.acceptLanguage),
    ...knownLanguages(account, registrationId),
  ]
  return describe(clock.now(), call, project, chooseLanguage(withDefault(preferred, project), template))
}

/**
 * The same for a security notice, except that the user's last known language comes before the request's: the request
 * may be an attacker's.
 */
export function describeNotice(
  { clock }: Pick<ProviderContext, 'clock'>,
  call: Pick<Call<unknown>, 'project' | 'client'>,
  account: AccountRecord,
  registrationId: string,
): MessageContext {
  const { project, client } = call
  const preferred = [...knownLanguages(account, registrationId), ...acceptedLanguages(client.acceptLanguage)]
  return describe(clock.now(), call, project, chooseLanguage(withDefault(preferred, project), null))
}

function withDefault(preferred: readonly string[], { settings }: ProjectRecord): string[] {
  return [...preferred, ...(settings.defaultLocale == null ? [] : [settings.defaultLocale])]
}

function describe(
  at: number,
  { client }: Pick<Call<unknown>, 'client'>,
  { name, settings }: ProjectRecord,
  chosen: Pick<MessageContext, 'language' | 'custom'>,
): MessageContext {
  return {
    ...chosen,
    project: {
      name,
      logoUrl: settings.logoUrl ?? null,
      brandColor: settings.brandColor ?? null,
      supportEmail: settings.supportEmail ?? null,
    },
    request: {
      at,
      timeZone: timeZoneOf(client.sdkClient) ?? 'UTC',
      userAgent: client.userAgent,
      country: client.country ?? null,
    },
  }
}

/** The `timezone` of the `X-SDK-Client` header, if `Intl` supports it. */
function timeZoneOf(header: string | undefined): string | null {
  if (header === undefined || header.length > longestSdkHeader) return null
  try {
    const { timezone } = Object(JSON.parse(Buffer.from(header, 'base64').toString('utf8'))) as { timezone?: unknown }
    return typeof timezone === 'string' && isTimeZone(timezone) ? timezone : null
  } catch {
    return null
  }
}
