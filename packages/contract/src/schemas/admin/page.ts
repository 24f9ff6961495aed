import * as z from 'zod'
import { text } from '../core/base.ts'

const mostItems = 200

/** Query values are text: converts the number. */
export const pageRequest: { cursor: z.ZodOptional<z.ZodString>; limit: z.ZodOptional<z.ZodCoercedNumber> } = {
  cursor: text(1_024).min(1).optional(),
  limit: z.coerce.number().int().min(1).max(mostItems).optional(),
}

export const pageInfo: { next_cursor: z.ZodNullable<z.ZodString> } = { next_cursor: text(1_024).nullable() }
