import { readdirSync } from 'node:fs'
import { type Endpoint, errorDocsPath, errorTable, type KnownErrorType, sdkPath } from '@latchkey/contract'
import { adminEndpoints, adminPath } from '@latchkey/contract/admin'
import { endpoints } from '@latchkey/contract/endpoints'
import { adminEndpointSchemas, endpointSchemas } from '@latchkey/contract/schemas'
import { expect, it } from 'vitest'
import type * as z from 'zod'
import { errorDocs } from '../http/pages/error-docs.ts'
import { type ErrorExample, errorExamples, errorLinks } from './error-examples.suite.ts'

const types = Object.keys(errorTable) as KnownErrorType[]
const integration = types.indexOf('invalid_public_token')
const cell = (text: string): string => text.replaceAll('|', '\\|')

function table(listed: readonly KnownErrorType[]): string {
  const rows = listed.map((type) => {
    const { status, message } = errorTable[type]
    const { cause, fix } = errorDocs[type]
    return `| [\`${type}\`](errors/${type}.md) | ${status} | ${cell(message)} | ${cell(cause)} | ${cell(fix)} |`
  })
  return ['| Type | Status | Message | Cause | Fix |', '|---|---|---|---|---|', ...rows].join('\n')
}

/** The page of one error. */
function errorPage(type: KnownErrorType): string {
  const { status, message } = errorTable[type]
  const { cause, fix } = errorDocs[type]
  const example = errorExamples[type]
  const link = errorLinks[type]
  const more = link ? `[${link[0]}](../${link[1]}) · ` : ''
  return [
    `# ${type}`,
    `HTTP ${status}: ${message}`,
    `## Cause\n\n${cause}`,
    `## Fix\n\n${fix}`,
    `## Example${example.note === undefined ? '' : `\n\n${example.note}`}`,
    `\`\`\`http\n${requestText(example)}\n\`\`\``,
    ...(/^GET https:|\/v1\/public\//.test(example.request) ? [] : [responseText(type, example)]),
    `More: ${more}[All errors](../errors.md)\n`,
  ].join('\n\n')
}

function requestText({ request, body, isCutOff }: ErrorExample): string {
  const secret = request.includes(` ${adminPath}/`) ? 'Authorization: Basic <project id>:<secret key>, in base64' : null
  const json = body === undefined ? '' : JSON.stringify(body, null, 2)
  const sent = isCutOff ? json.slice(0, -2) : json
  const headers = [secret, body === undefined ? null : 'Content-Type: application/json'].filter((one) => one !== null)
  return [request, ...headers, ...(sent === '' ? [] : ['', sent])].join('\n')
}

function responseText(type: KnownErrorType, { message, details, issues, retryAfterSeconds }: ErrorExample): string {
  const { status, message: usual } = errorTable[type]
  const body = {
    ...{ status_code: status, request_id: 'request-id-test-0199…', error_type: type, error_message: message ?? usual },
    error_url: `https://auth.example.com${errorDocsPath}/${type}`,
    ...(details === undefined ? {} : { error_details: details }),
    ...issues,
  }
  const header = retryAfterSeconds === undefined ? '' : `, with the header \`Retry-After: ${retryAfterSeconds}\``
  return `Response${header}:\n\n\`\`\`json\n${JSON.stringify(body, null, 2)}\n\`\`\``
}

const folder = new URL('../../../../docs/errors/', import.meta.url)

/** `npx vitest run --project server documentation/errors -u` writes the pages. */
it.each(types)('docs/errors/%s.md has cause, fix and an example', async (type) => {
  await expect(errorPage(type)).toMatchFileSnapshot(`../../../../docs/errors/${type}.md`)
})

it('docs/errors has a page for each error and no other', () => {
  expect(readdirSync(folder).sort()).toEqual(types.map((type) => `${type}.md`).sort())
})

/** Every endpoint with its path and the schema of its request. */
const known = [
  ...Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({
    ...{ endpoint, path: sdkPath + endpoint.path },
    request: (endpointSchemas as Record<string, { request: z.ZodType }>)[name]?.request,
  })),
  ...Object.entries<Endpoint>(adminEndpoints).map(([name, endpoint]) => ({
    ...{ endpoint, path: adminPath + endpoint.path },
    request: (adminEndpointSchemas as Record<string, { request: z.ZodType }>)[name]?.request,
  })),
]

const examples = types
  .map((type) => ({ type, ...errorExamples[type] }))
  .filter(({ request, isMalformed }) => !isMalformed && !/^GET https:|\/v1\/public\//.test(request))

it.each(examples)('the example of $type is a request of the API', ({ request, body = {} }) => {
  const [method, target = ''] = request.split(' ')
  const [path = '', query = ''] = target.split('?')
  const found = known.find(
    (one) => one.endpoint.method === method && new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
  const sent = found?.endpoint.method === 'GET' ? Object.fromEntries(new URLSearchParams(query)) : body
  const parsed = found?.request?.safeParse(Object.keys(sent).length === 0 && body === undefined ? null : sent)
  expect([found?.path, parsed?.error?.issues ?? []]).toEqual([expect.any(String), []])
})

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

Branch on \`error_type\`, never on the text. All errors of the client: [The client](client.md#errors). Every type has a page with an example of a request and its response; your provider serves cause and fix at \`/docs/errors/<type>\`. These pages are generated from the code.

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
