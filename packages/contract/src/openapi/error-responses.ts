import { errorDocsPath } from '../core/brand.ts'
import type { JsonObject } from '../core/endpoint.ts'
import { errorTable } from '../core/errors.ts'

/** Not listed per operation: the method is part of an operation. */
const elsewhere = new Set([405])

const byStatus = (): Map<number, { type: string; message: string }[]> => {
  const groups = new Map<number, { type: string; message: string }[]>()
  for (const [type, { status, message }] of Object.entries(errorTable)) {
    if (elsewhere.has(status)) continue
    groups.set(status, [...(groups.get(status) ?? []), { type, message }])
  }
  return new Map([...groups].sort(([a], [b]) => a - b))
}

const componentName = (status: number): string => `Error${status}`

/** One response per status, with every error type as an example. */
export function errorResponses(baseUrl: string): JsonObject {
  const responses: JsonObject = {}
  for (const [status, errors] of byStatus()) {
    const examples = Object.fromEntries(
      errors.map(({ type, message }) => [
        type,
        {
          summary: message,
          value: {
            status_code: status,
            request_id: 'request-id-test-0190f5e2-7c3a-7d4e-9b1f-2a6c8e0d4b57',
            error_type: type,
            error_message: message,
            error_url: `${baseUrl}${errorDocsPath}/${type}`,
          },
        },
      ]),
    )
    const content: JsonObject = {
      'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' }, examples },
    }
    if (errors.some(({ type }) => type === 'captcha_required')) {
      // Published clients recognize this response by its text, and only if it is not JSON.
      content['text/plain'] = { schema: { type: 'string' }, example: errorTable.captcha_required.message }
    }
    responses[componentName(status)] = {
      description: errors.map(({ type }) => `\`${type}\``).join(', '),
      content,
    }
  }
  return responses
}

export function errorReferences(): JsonObject {
  return Object.fromEntries(
    [...byStatus().keys()].map((status) => [status, { $ref: `#/components/responses/${componentName(status)}` }]),
  )
}
