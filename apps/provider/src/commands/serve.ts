import { type BreachRanges, createLogger, createProvider, type Delivery } from '@latchkey/server'
import {
  createClock,
  createHttpHookDelivery,
  createRandom,
  createRangeDirectory,
  createRemoteRanges,
  createSmtpDelivery,
  createTwilioDelivery,
  deliverByChannel,
  serve,
} from '@latchkey/server/node'
import { bundledFrame } from '../bundled-frame.ts'
import { type ProductionConfig, readProductionConfig } from '../config/read-config.ts'
import type { SettingSources } from '../config/settings.ts'
import { openSealedStorage } from '../open-storage.ts'
import { findOpenTelemetry } from '../open-telemetry.ts'
import type { Terminal } from '../terminal.ts'
import { version } from '../version.ts'
import { startListening } from './start-listening.ts'

/** Runs a provider in production. Its output is the log; it creates no project. */
export async function runServe(sources: SettingSources, terminal: Terminal): Promise<number> {
  const config = readProductionConfig(sources)
  const clock = createClock()
  const logger = createLogger({ level: config.logLevel })
  const { storage } = await openSealedStorage(config)
  const carriers = openCarriers(config)
  try {
    const provider = createProvider({
      config: {
        baseUrl: config.baseUrl,
        masterKeys: config.masterKeys,
        trustProxy: config.trustProxy,
        countryHeader: config.countryHeader,
        trustTraceparent: config.trustTraceparent,
        metricsToken: config.metricsToken,
        limits: config.limits,
        hooks: { secret: config.hookSecret, twilioAuthToken: config.twilio?.authToken },
        mode: 'production',
        version,
      },
      storage,
      delivery: carriers.delivery,
      clock,
      random: createRandom(),
      logger,
      openTelemetry: findOpenTelemetry(),
      breachRanges: openRanges(config),
      disposableDomains: config.disposableDomains,
      frame: bundledFrame(),
    })
    const running = await startListening({ command: 'serve', port: config.port }, () =>
      serve(provider, { port: config.port, hostname: config.host, noticeMs: config.shutdownDelayMs }),
    ).catch(async (error: unknown) => {
      await provider.close()
      throw error
    })
    logger.info({ address: `${running.hostname}:${running.port}`, engine: storage.engine, version }, 'listening')
    await terminal.untilStopped()
    logger.info({}, 'stopping')
    await running.close()
  } finally {
    carriers.close()
    await storage.close()
  }
  return 0
}

function openRanges({ breachedPasswords: { url, directory } }: ProductionConfig): BreachRanges[] {
  return [
    ...(directory === undefined ? [] : [createRangeDirectory(directory)]),
    ...(url === undefined ? [] : [createRemoteRanges({ baseUrl: url, fetch: globalThis.fetch })]),
  ]
}

function openCarriers({ smtp, sms, twilio }: ProductionConfig): { delivery: Delivery; close(): void } {
  const email = smtp ? createSmtpDelivery(smtp) : undefined
  const hook = sms
    ? createHttpHookDelivery({ ...sms, fetch: globalThis.fetch, clock: createClock() })
    : twilio
      ? createTwilioDelivery({ ...twilio, fetch: globalThis.fetch })
      : undefined
  // WhatsApp messages need a phone number as sender; a Twilio messaging service (MG…) has none.
  const hasWhatsapp = sms !== null || (twilio !== null && !(twilio.whatsappFrom ?? twilio.from).startsWith('MG'))
  return {
    delivery: deliverByChannel({
      ...(email ? { email } : {}),
      ...(hook ? { sms: hook } : {}),
      ...(hook && hasWhatsapp ? { whatsapp: hook } : {}),
    }),
    close: () => email?.close(),
  }
}
