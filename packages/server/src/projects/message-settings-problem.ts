import { quoted } from '../core/quoted.ts'
import { isHexColor } from '../delivery/templates/brand-color.ts'
import { matchLanguage, messageLanguageTags } from '../delivery/templates/message-language.ts'
import { canonicalEmail } from '../identifiers/email-address.ts'
import type { ProjectSettings } from '../storage/records.ts'
import { isLogoUrl } from '../urls/logo-url.ts'
import type { SettingProblem } from './service-settings-problem.ts'

/** Rejects what would break a message, or make mail clients of users fetch something over plain HTTP. */
export function messageSettingsProblem(settings: ProjectSettings): SettingProblem {
  const { logoUrl, brandColor, supportEmail, defaultLocale } = settings
  if (logoUrl !== undefined && !isLogoUrl(logoUrl))
    return { key: 'logoUrl', problem: `${quoted(logoUrl)}: must be an https URL without credentials` }
  if (brandColor !== undefined && !isHexColor(brandColor))
    return { key: 'brandColor', problem: `${quoted(brandColor)}: must be a color like #19303d` }
  if (supportEmail !== undefined && canonicalEmail(supportEmail) !== supportEmail)
    return { key: 'supportEmail', problem: `${quoted(supportEmail)}: must be one email address in lower case` }
  if (defaultLocale !== undefined && matchLanguage(defaultLocale) === null)
    return {
      key: 'defaultLocale',
      problem: `${quoted(defaultLocale)}: must be one of ${messageLanguageTags.join(', ')}`,
    }
  return null
}
