import { adminEndpoints } from '@latchkey/contract/admin'
import { useCallback, useEffect, useState } from 'react'
import type { DevAdmin } from '../admin/dev-admin.ts'

export const captchaNames = {
  off: 'Not required',
  solved: 'Required, solved by the browser',
  failing: 'Required, never solved',
} as const
export type Captcha = keyof typeof captchaNames

/** A site key of test projects whose tokens are always rejected. */
const failingSiteKey = 'latchkey-always-fails'

export interface CaptchaSetting {
  readonly captcha: Captcha
  change(captcha: Captcha): void
  readonly error: string | null
}

/** The captcha setting of the project. A client has read the settings once, so `onChanged` must create a new one. */
export function useCaptcha(admin: DevAdmin, onChanged: () => void): CaptchaSetting {
  const [captcha, setCaptcha] = useState<Captcha>('off')
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    admin.call(adminEndpoints.adminSettingsGet).then(
      ({ settings: { captcha_settings } }) => {
        if (!captcha_settings.enabled) setCaptcha('off')
        else setCaptcha(captcha_settings.siteKey === failingSiteKey ? 'failing' : 'solved')
      },
      // The provider is unreachable, as the inbox says.
      () => undefined,
    )
  }, [admin])
  const change = useCallback(
    (next: Captcha) => {
      const siteKey = next === 'failing' ? failingSiteKey : 'playground'
      const captcha_settings = next === 'off' ? ({ enabled: false } as const) : ({ enabled: true, siteKey } as const)
      admin.call(adminEndpoints.adminSettingsUpdate, { request: { settings: { captcha_settings } } }).then(
        () => {
          setCaptcha(next)
          setError(null)
          onChanged()
        },
        (cause: unknown) => setError(messageOf(cause)),
      )
    },
    [admin, onChanged],
  )
  return { captcha, change, error }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
