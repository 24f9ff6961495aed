import * as z from 'zod'
import type * as endpoints from '../../admin/templates.ts'
import type {
  AdminTemplateResponse,
  AdminTemplatesListResponse,
  AdminTemplatesSetRequest,
} from '../../admin/templates.ts'
import { id, noBody, ok, okShape, text, timestamp } from '../core/base.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'

const kind = z.enum(['magic_link', 'passcode', 'passcode_text', 'password_reset', 'invite'])
const words = z.record(
  text(35).min(1),
  z.strictObject({
    subject: text(256).optional(),
    heading: text(256).optional(),
    body: text(4_096).optional(),
    button: text(128).optional(),
    footer: text(2_048).optional(),
    text: text(1_024).optional(),
  }),
)

const template = z.object({ template_id: id, kind, words, created_at: timestamp, updated_at: timestamp })

const response = exactly<AdminTemplateResponse>()(z.object({ ...okShape, template }))

export const templateSchemas: SchemasOf<typeof endpoints> = {
  adminTemplatesList: {
    request: noBody,
    response: exactly<AdminTemplatesListResponse>()(z.object({ ...okShape, templates: z.array(template) })),
  },
  adminTemplatesGet: { request: noBody, response },
  adminTemplatesSet: { request: exactly<AdminTemplatesSetRequest>()(z.object({ kind, words })), response },
  adminTemplatesDelete: { request: noBody, response: ok },
}
