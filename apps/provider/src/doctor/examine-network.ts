import type { Finding } from '@latchkey/server'
import { verifySmtp } from '@latchkey/server/node'
import { counted } from '../admin/print.ts'

const timeoutMs = 5_000
const largestSkewMs = 60_000

/** Connects and authenticates to the mail server. */
export async function examineMail(url: string): Promise<Finding> {
  try {
    await verifySmtp(url)
    return {
      check: 'mail',
      state: 'ok',
      message: 'The mail server accepts the connection and the credentials.',
      remedy: null,
    }
  } catch (error) {
    const code = (error as { code?: unknown }).code
    const isAuth = code === 'EAUTH'
    return {
      check: 'mail',
      state: 'problem',
      message: isAuth
        ? 'The mail server rejects the credentials.'
        : `The mail server cannot be reached: ${typeof code === 'string' ? code : 'no response'}.`,
      remedy: `Check ${isAuth ? 'user and password' : 'host, port and firewall'} of LATCHKEY_SMTP_URL. Links and passcodes are not delivered.`,
    }
  }
}

/** Requests /health at the base URL: checks that it is a provider, its database and its clock. */
export async function examineAddress(baseUrl: string, now: () => number): Promise<Finding[]> {
  const check = 'base URL'
  try {
    const response = await fetch(`${baseUrl}/health`, { signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' })
    const body = (await response.json().catch(() => null)) as { database?: unknown; status?: unknown } | null
    if (body?.database === undefined)
      return [
        {
          check,
          state: 'problem',
          message: `The server at ${baseUrl} is not a provider.`,
          remedy: 'Set LATCHKEY_BASE_URL to the URL of the provider, and let the proxy forward all paths to it.',
        },
      ]
    return [
      response.ok
        ? { check, state: 'ok', message: `The provider responds at ${baseUrl}.`, remedy: null }
        : {
            check,
            state: 'problem',
            message: `The provider at ${baseUrl} runs, but cannot reach its database.`,
            remedy: 'Check the log of the provider and the database.',
          },
      ...checkClockSkew(response.headers.get('date'), now()),
    ]
  } catch {
    return [
      {
        check,
        state: 'warning',
        message: `No response from ${baseUrl}.`,
        remedy: 'Start the provider, and check DNS, proxy and certificate. Links in emails lead there.',
      },
    ]
  }
}

function checkClockSkew(date: string | null, now: number): Finding[] {
  const there = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(there) || Math.abs(there - now) <= largestSkewMs) return []
  const seconds = Math.round(Math.abs(there - now) / 1_000)
  return [
    {
      check: 'clock',
      state: 'problem',
      message: `The clocks of this machine and of the provider differ by ${counted(seconds, 'second')}.`,
      remedy: 'Synchronize both with NTP: expiry times and signatures depend on them.',
    },
  ]
}
