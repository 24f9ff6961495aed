import { expect, it } from 'vitest'
import { failureText } from '../i18n/use-text.ts'
import { runCall } from './run-call.ts'

/** What a screen shows after a call was rejected. */
async function shown(error: object): Promise<string> {
  const texts: string[] = []
  await runCall<{ type: 'refused'; call: number; failure: Parameters<typeof failureText>[0] & object }>(
    {
      call: 1,
      refused: 'refused',
      reportError: () => undefined,
      send: ({ failure }) => texts.push(failureText(failure, {})),
    },
    () => Promise.reject(error),
  )
  return texts.join()
}

const message =
  "The URL https://app.example/in is not on the project's list of login redirect URLs. Run: latchkey redirects add"

it.each(['invalid_redirect_url', 'no_redirect_url'])(
  'shows the fix of a set-up error in a test project, and not to users of a live one: %s',
  async (error_type) => {
    const error = { name: 'ApiError', error_type, error_message: message }
    expect([
      await shown({ ...error, request_id: 'request-id-test-1' }),
      await shown({ ...error, request_id: 'request-id-live-1' }),
    ]).toEqual([message, 'Something went wrong. Please try again.'])
  },
)

it('shows the provider’s message of other errors in test and live projects', async () => {
  const error = { name: 'ApiError', error_type: 'unknown_type', error_message: 'In other words.' }
  expect(await shown({ ...error, request_id: 'request-id-live-1' })).toBe('In other words.')
})
