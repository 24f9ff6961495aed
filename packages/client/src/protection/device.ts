import { deviceReport } from '@latchkey/contract'
import type { Request } from '../core/transport.ts'
import type { EngineBase } from '../engine.ts'
import type { TelemetryIdPort } from './ports.ts'

/** The kit's own device collector: `DeviceReport` of the contract is all it tells. Loaded when first needed. */
export function createDeviceCollector({ platform }: EngineBase, request: Request): TelemetryIdPort {
  return {
    async getTelemetryId() {
      const { devicePixelRatio = 1, navigator, screen } = platform
      const { telemetry_id } = await request(deviceReport, {
        device: {
          user_agent: navigator.userAgent,
          languages: [...(navigator.languages ?? [])],
          timezone: platform.Intl.DateTimeFormat().resolvedOptions().timeZone,
          screen_width: Math.round(screen?.width ?? 0),
          screen_height: Math.round(screen?.height ?? 0),
          pixel_ratio_percent: Math.round(devicePixelRatio * 100),
          touch_points: navigator.maxTouchPoints ?? 0,
          webdriver: !!navigator.webdriver,
          cookies_enabled: !!navigator.cookieEnabled,
          framed: platform !== platform.top,
        },
      })
      return telemetry_id
    },
  }
}
