import type { Endpoint, JsonObject, Ok } from '../core/endpoint.ts'

/** The content of the `X-SDK-Client` header (base64 of its JSON), and the `telemetry` of an event. */
export interface ClientTelemetry {
  event_id: string
  app_session_id: string
  persistent_id?: string
  client_sent_at: string
  timezone: string
  latchkey_user_id?: string
  latchkey_session_id?: string
  app: { identifier: string }
  sdk: { identifier: string; version: string }
}

export interface TelemetryEvent {
  telemetry: ClientTelemetry
  event: {
    public_token: string
    event_name: string
    details: JsonObject
    error_code?: string
    error_description?: string
    http_status_code?: number
  }
}

export const events: Endpoint<TelemetryEvent[], Ok> = { method: 'POST', path: '/events' }
