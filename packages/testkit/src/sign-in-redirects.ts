import type { Provider } from '@latchkey/server'
import { peerAddress } from './network.ts'

/** Follows a start URL and returns where it redirects to, with the cookie that binds the sign-in to this browser. */
export async function startSignIn(provider: Provider, startUrl: string): Promise<{ request: URL; cookie: string }> {
  const started = await provider.fetch(new Request(startUrl, { redirect: 'manual' }), { peerAddress })
  const location = started.headers.get('location')
  if (location === null) throw new Error(`The start was rejected: ${await started.text()}`)
  return { request: new URL(location), cookie: started.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

/** Returns to the provider, and then the URL that it redirects to. */
export async function finishSignIn(provider: Provider, returning: Request, cookie: string): Promise<string> {
  returning.headers.set('cookie', cookie)
  const landed = await provider.fetch(returning, { peerAddress })
  const location = landed.headers.get('location')
  if (location === null) throw new Error(`The sign-in did not redirect: ${await landed.text()}`)
  return location
}

/** Address and fields of a page that posts a form, such as a response of Apple or of SAML. */
export function postedForm(page: string): { action: string; fields: Record<string, string> } {
  const action = /<form[^>]* action="([^"]*)"/.exec(page)?.[1]
  if (action === undefined) throw new Error(`The identity provider rejected the sign-in: ${page}`)
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)
  return {
    action: unescaped(action),
    fields: Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, unescaped(value)])),
  }
}

function unescaped(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&')
}
