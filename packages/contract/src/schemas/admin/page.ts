import * as z from 'zod'
import { text } from '../base.ts'

const mostItems = 200

/** A query holds text: the number in it is read as one. */
export const pageRequest: { cursor: z.ZodOptional<z.ZodString>; limit: z.ZodOptional<z.ZodCoercedNumber> } = {
  cursor: text(1_024).min(1).optional(),
  limit: z.coerce.number().int().min(1).max(mostItems).optional(),
}

export const pageInfo: { next_cursor: z.ZodNullable<z.ZodString> } = { next_cursor: text(1_024).nullable() }
