import * as z from 'zod'
import type * as endpoints from '../../api/events.ts'
import type { ClientTelemetry, TelemetryEvent } from '../../api/events.ts'
import { id, label, ok, prose, timestamp, token } from '../core/base.ts'
import { type Exact, exactly, type SchemasOf } from '../core/exact.ts'
import { jsonObject } from '../core/json.ts'

/** This client sends at most 15 at once; other clients may send more. */
const batchSize = 100

/** Also the schema of the `X-SDK-Client` header. */
export const clientTelemetry: Exact<ClientTelemetry> = exactly<ClientTelemetry>()(
  z.object({
    event_id: id,
    app_session_id: id,
    persistent_id: id.optional(),
    client_sent_at: timestamp,
    timezone: label,
    latchkey_user_id: id.optional(),
    latchkey_session_id: id.optional(),
    app: z.object({ identifier: label }),
    sdk: z.object({ identifier: label, version: label }),
  }),
)

const telemetryEvent = exactly<TelemetryEvent>()(
  z.object({
    telemetry: clientTelemetry,
    event: z.object({
      public_token: token,
      event_name: label,
      details: jsonObject,
      error_code: label.optional(),
      error_description: prose.optional(),
      http_status_code: z.number().int().min(0).max(599).optional(),
    }),
  }),
)

export const eventSchemas: SchemasOf<typeof endpoints> = {
  events: { request: exactly<TelemetryEvent[]>()(z.array(telemetryEvent).max(batchSize)), response: ok },
}
