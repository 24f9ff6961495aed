import type { Finding } from '@latchkey/server'
import { verifySmtp } from '@latchkey/server/node'
import { counted } from '../admin/print.ts'

const patienceMs = 5_000
const largestSkewMs = 60_000

/** Signs in to the mail server as a mail would. */
export async function examineMail(url: string): Promise<Finding> {
  try {
    await verifySmtp(url)
    return {
      check: 'mail',
      state: 'ok',
      message: 'The mail server takes the connection and the credentials.',
      remedy: null,
    }
  } catch (error) {
    const code = (error as { code?: unknown }).code
    const isAuth = code === 'EAUTH'
    return {
      check: 'mail',
      state: 'problem',
      message: isAuth
        ? 'The mail server refuses the credentials.'
        : `The mail server cannot be reached: ${typeof code === 'string' ? code : 'no answer'}.`,
      remedy: `Check ${isAuth ? 'user and password' : 'host, port and firewall'} of LATCHKEY_SMTP_URL; without mail no link and no code arrives.`,
    }
  }
}

/** Asks the public address whether a provider answers there, and what time it is. */
export async function examineAddress(baseUrl: string, now: () => number): Promise<Finding[]> {
  const check = 'base URL'
  try {
    const response = await fetch(`${baseUrl}/health`, { signal: AbortSignal.timeout(patienceMs), redirect: 'manual' })
    const body = (await response.json().catch(() => null)) as { database?: unknown; status?: unknown } | null
    if (body?.database === undefined)
      return [
        {
          check,
          state: 'problem',
          message: `${baseUrl} answers, but not as a provider.`,
          remedy: 'Point LATCHKEY_BASE_URL at the provider, and let the proxy pass every path on to it.',
        },
      ]
    return [
      response.ok
        ? { check, state: 'ok', message: `A provider answers at ${baseUrl}.`, remedy: null }
        : {
            check,
            state: 'problem',
            message: `The provider at ${baseUrl} is up, but its database does not answer.`,
            remedy: 'Look at its log, and at the database.',
          },
      ...skewOf(response.headers.get('date'), now()),
    ]
  } catch {
    return [
      {
        check,
        state: 'warning',
        message: `Nothing answers at ${baseUrl}.`,
        remedy: 'Start the provider, and check DNS, proxy and certificate; mailed links lead there.',
      },
    ]
  }
}

function skewOf(date: string | null, now: number): Finding[] {
  const there = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(there) || Math.abs(there - now) <= largestSkewMs) return []
  const seconds = Math.round(Math.abs(there - now) / 1_000)
  return [
    {
      check: 'clock',
      state: 'problem',
      message: `This machine's clock and the one behind the base URL are ${counted(seconds, 'second')} apart.`,
      remedy: 'Set both by NTP: expiries and signatures depend on them.',
    },
  ]
}
