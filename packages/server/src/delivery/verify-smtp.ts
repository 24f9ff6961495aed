import { parseSmtpUrl } from './smtp-url.ts'

const patienceMs = 10_000

/** Connects, greets and signs in as a mail would, and sends none. Rejects with what the server or the network said. */
export async function verifySmtp(url: string): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    ...parseSmtpUrl(url),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    dnsTimeout: patienceMs,
    socketTimeout: patienceMs,
  })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
