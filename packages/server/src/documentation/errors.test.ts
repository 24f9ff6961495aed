import { errorTable, type KnownErrorType } from '@latchkey/contract'
import { expect, it } from 'vitest'
import { errorDocs } from '../http/pages/error-docs.ts'

const types = Object.keys(errorTable) as KnownErrorType[]
const integration = types.indexOf('invalid_public_token')
const cell = (text: string): string => text.replaceAll('|', '\\|')

function table(listed: readonly KnownErrorType[]): string {
  const rows = listed.map((type) => {
    const { status, message } = errorTable[type]
    const { cause, fix } = errorDocs[type]
    return `| \`${type}\` | ${status} | ${cell(message)} | ${cell(cause)} | ${cell(fix)} |`
  })
  return ['| Type | Status | Message | Cause | Fix |', '|---|---|---|---|---|', ...rows].join('\n')
}

/** `npx vitest run --project server documentation/errors -u` writes the page. */
it('docs/errors.md lists every error with status, message, cause and fix', async () => {
  const page = `# Errors

\`\`\`ts
import { isLatchkeyError } from '@latchkey/client'

try {
  await client.otps.authenticate(code, methodId, { session_duration_minutes: 30 })
} catch (error) {
  if (isLatchkeyError(error) && error.name === 'ApiError' && error.error_type === 'otp_code_not_found') askAgain()
  else throw error
}
\`\`\`

Branch on \`error_type\`, never on the text. All errors of the client: [The client](client.md#errors). The tables of this page are generated from the code.

## Error responses

Every error response is one JSON object, without a wrapper:

\`\`\`json
{
  "status_code": 404,
  "request_id": "request-id-test-0199…",
  "error_type": "otp_code_not_found",
  "error_message": "Invalid passcode, please try again.",
  "error_url": "https://auth.example.com/docs/errors/otp_code_not_found"
}
\`\`\`

| Field | In | Contains |
|---|---|---|
| \`error_url\` | all | a page of your own provider with cause and fix; \`/docs/errors\` lists all types |
| \`error_details\` | some | values for programs, such as \`attempts_remaining\` of \`otp_code_not_found\` (0: send a new code), and \`command\` of \`invalid_redirect_url\` and \`unauthorized_origin\` |
| \`body\`, \`params\`, \`query\` | \`schema_error\` | the fields that do not match the schema, without their values |
| header \`Retry-After\` | 429, 503 | seconds to wait |

## Errors in redirect URLs

A mailed link that was used or has expired, and an OAuth sign-in that was canceled or failed, redirect to your page with \`latchkey_token_type=…&latchkey_error=<error_type>\` and without a token. The URL is the one that the flow was started with, as long as it is on the redirect list of the project; otherwise the provider shows a page of its own, in the language of the browser.

## Errors that end a session

Only four types sign the user out: \`unauthorized_credentials\`, \`user_unauthenticated\`, \`invalid_secret_authentication\` and \`session_not_found\`, and only as the response to \`sessions/authenticate\` or \`sessions/revoke\`. An error page of a proxy, an unknown type, a timeout or a missing network never do: the client waits and tries again.

## Errors that a user can act on

${table(types.slice(0, integration))}

## Integration errors

${table(types.slice(integration))}
`
  await expect(page).toMatchFileSnapshot('../../../../docs/errors.md')
})
