import { deviceReport } from '@latchkey/contract'
import type { BaseContext } from '../core/base-context.ts'
import type { TelemetryIdPort } from '../core/options.ts'
import type { Request } from '../core/transport.ts'

/** The built-in device collector. It sends a `DeviceReport` and nothing else. Loaded on demand. */
export function createDeviceCollector({ platform }: BaseContext, request: Request): TelemetryIdPort {
  return {
    async getTelemetryId() {
      const { devicePixelRatio = 1, navigator: browser, screen } = platform
      const { telemetry_id } = await request(deviceReport, {
        device: {
          user_agent: browser.userAgent,
          languages: [...(browser.languages ?? [])],
          timezone: platform.Intl.DateTimeFormat().resolvedOptions().timeZone,
          screen_width: Math.round(screen?.width ?? 0),
          screen_height: Math.round(screen?.height ?? 0),
          pixel_ratio_percent: Math.round(devicePixelRatio * 100),
          touch_points: browser.maxTouchPoints ?? 0,
          webdriver: !!browser.webdriver,
          cookies_enabled: !!browser.cookieEnabled,
          framed: platform !== platform.top,
        },
      })
      return telemetry_id
    },
  }
}
