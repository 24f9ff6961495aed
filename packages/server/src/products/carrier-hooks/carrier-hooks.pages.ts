import { text } from '@latchkey/contract/schemas'
import * as z from 'zod'
import { sha256Hex } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { parseOrRefuse } from '../../core/schema-issues.ts'
import { countRequest } from '../../http/exchange.ts'
import type { Page } from '../../http/page.ts'
import { readForm, readText } from '../../http/read-body.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { consumeNonce } from '../../tokens/consume.ts'
import { hookToleranceMs, isFromTwilio, isGenuineHook } from './hook-authentication.ts'
import { applyMailEvent, applyReply, type SuppressionOutcome } from './suppress.ts'

const largestBody = 65_536
const largestBatch = 100

const inboundMessage = z.object({
  channel: z.enum(['sms', 'whatsapp']).default('sms'),
  from: text(64),
  text: text(4_096),
})

const mailEvent = z.object({ email: text(320), type: z.enum(['bounced', 'complained', 'recovered']) })

/** Replies of recipients: STOP suppresses messages to the number, START allows them again. */
const messages: Page = signedHook('carrier_messages', '/v1/hooks/messages', inboundMessage, applyReply)

/** Delivery results of emails: a permanent bounce, a complaint, or an address that accepts mail again. */
const mail: Page = signedHook('carrier_mail', '/v1/hooks/mail', mailEvent, applyMailEvent)

/** Replies as Twilio posts them. */
const twilio: Page = {
  name: 'carrier_twilio',
  path: '/v1/hooks/twilio',
  methods: ['POST'],
  async handle(context, exchange) {
    countRequest(context, exchange.client)
    exchange.isForPages = false
    const { request, headers } = exchange
    const authToken = context.config.hooks?.twilioAuthToken
    if (authToken === undefined) throw new ProviderError('endpoint_not_found')
    const fields = await exchange.awaitSender(() => readForm(request, largestBody))
    // The configured URL: the Host header of the request cannot be trusted.
    const { pathname, search } = new URL(request.url)
    const signature = request.headers.get('x-twilio-signature') ?? ''
    if (!isFromTwilio(signature, `${context.baseUrl}${pathname}${search}`, fields, authToken))
      throw new ProviderError('unauthorized_credentials')
    const { From = '', Body = '', OptOutType = '' } = fields
    const isWhatsapp = From.startsWith('whatsapp:')
    const message = {
      channel: isWhatsapp ? ('whatsapp' as const) : ('sms' as const),
      from: isWhatsapp ? From.slice('whatsapp:'.length) : From,
      text: OptOutType === '' ? Body : OptOutType,
    }
    logOutcomes(context, [await applyReply(context.storage, message, context.clock.now())])
    headers['content-type'] = 'text/xml; charset=utf-8'
    return new Response('<?xml version="1.0" encoding="UTF-8"?><Response/>', { status: 200, headers })
  },
}

export const carrierHookPages: readonly Page[] = [messages, mail, twilio]

function signedHook<T>(
  name: string,
  path: string,
  one: z.ZodType<T>,
  apply: (tx: StorageVerbs, event: T, now: number) => Promise<SuppressionOutcome>,
): Page {
  const oneOrMore = z.union([one.transform((value) => [value]), z.array(one).max(largestBatch)])
  return {
    name,
    path,
    methods: ['POST'],
    async handle(context, exchange) {
      countRequest(context, exchange.client)
      exchange.isForPages = false
      const { request, headers } = exchange
      const secret = context.config.hooks?.secret
      if (secret === undefined) throw new ProviderError('endpoint_not_found')
      const body = await exchange.awaitSender(() => readText(request, largestBody))
      const now = context.clock.now()
      if (!isGenuineHook(request, body, secret, now)) throw new ProviderError('unauthorized_credentials')
      const events = parseOrRefuse(oneOrMore, parseJson(body), 'body')
      const outcomes = await context.storage.transaction(async (tx) => {
        if (!(await isFirst(tx, request, now))) return []
        const results: SuppressionOutcome[] = []
        for (const event of events) results.push(await apply(tx, event, now))
        return results
      })
      logOutcomes(context, outcomes)
      headers['content-type'] = 'application/json'
      return new Response('{}', { status: 200, headers })
    },
  }
}

/** A signed request that arrives again is answered and changes nothing: an attacker may have recorded it. */
async function isFirst(tx: StorageVerbs, request: Request, now: number): Promise<boolean> {
  const id = request.headers.get('webhook-id')
  return id === null || consumeNonce(tx, '', `hook:${sha256Hex(id)}`, now + 2 * hookToleranceMs)
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (cause) {
    throw new ProviderError('malformed_json', { cause })
  }
}

function logOutcomes({ logger }: ProviderContext, outcomes: readonly SuppressionOutcome[]): void {
  for (const reason of new Set(outcomes)) logger.info({ reason }, 'carrier event received')
}
