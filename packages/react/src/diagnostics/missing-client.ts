/**
 * Logs a missing client, once per page. Returns the text to show instead of the widget: instructions on a development
 * machine, an empty string on a live site. Loaded on demand.
 */
export function reportMissingClient(page: Pick<typeof window, 'console' | 'location'> | undefined): string {
  // A test environment may have removed its window before the timer ran.
  if (!page) return ''
  const text =
    '[Latchkey] There is no client: `client` is still null in the browser. A server component cannot create it, ' +
    'because its props reach the browser as null. Move createClient and <LatchkeyProvider> into a file that starts ' +
    "with 'use client':\n\n" +
    "const client = typeof window === 'undefined' ? null : createClient('public-token-…', options)"
  const reported: typeof page & { __latchkeyMissingClient?: true } = page
  // An element of the page may have this name as its id.
  if (reported.__latchkeyMissingClient !== true) page.console.error(text)
  reported.__latchkeyMissingClient = true
  return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(page.location.hostname) ? text : ''
}
