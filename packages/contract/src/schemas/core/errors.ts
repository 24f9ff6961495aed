import * as z from 'zod'
import type { ErrorBody, ErrorType, SchemaIssue } from '../../core/errors.ts'
import { id, label, prose, url } from './base.ts'
import { type Exact, exactly } from './exact.ts'

// A string, because newer providers may have more types than this table.
const errorType: z.ZodType<ErrorType> = label

const schemaIssue = exactly<SchemaIssue>()(
  z.object({
    dataPath: prose,
    message: prose,
    keyword: label,
    schemaPath: prose,
    params: z.record(z.string(), z.unknown()),
  }),
)

/** The body of every error response. */
export const errorBody: Exact<ErrorBody> = exactly<ErrorBody>()(
  z.object({
    status_code: z.number().int().min(300).max(599),
    request_id: id,
    error_type: errorType,
    error_message: prose,
    error_url: url,
    error_details: z.record(z.string(), z.unknown()).optional(),
    body: z.array(schemaIssue).optional(),
    params: z.array(schemaIssue).optional(),
    query: z.array(schemaIssue).optional(),
  }),
)
