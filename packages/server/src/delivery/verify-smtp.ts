import { parseSmtpUrl } from './smtp-url.ts'

const timeoutMs = 10_000

/** Connects and signs in to the mail server without sending a mail. Rejects with the error of the server or network. */
export async function verifySmtp(url: string): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    ...parseSmtpUrl(url),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
