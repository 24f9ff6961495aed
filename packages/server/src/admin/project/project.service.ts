import type {
  AdminProject,
  AdminProjectGetResponse,
  AdminSettingsChange,
  AdminSettingsResponse,
  AdminSettingsUpdateRequest,
} from '@latchkey/contract/admin'
import { audit } from '../../audit/audit.ts'
import { providerLimits } from '../../core/limits.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { rfc3339 } from '../../core/rfc3339.ts'
import type { DataOf } from '../../core/route.ts'
import { refuseField } from '../../core/schema-issues.ts'
import { checkSettings } from '../../projects/check-settings.ts'
import { issuerOf } from '../../projects/create-project.ts'
import { SettingsError } from '../../projects/settings-error.ts'
import type { ProjectRecord, ProjectSettings } from '../../storage/records.ts'
import type { AdminCall, AdminContext } from '../request/admin-route.ts'
import { changedProject } from './settings-change.ts'
import { settingsView } from './settings-view.ts'

export function projectView(project: ProjectRecord, baseUrl: string): AdminProject {
  return {
    project_id: project.id,
    name: project.name,
    environment: project.environment,
    vertical: project.vertical,
    public_token: project.publicToken,
    issuer: project.issuer === '' ? issuerOf(baseUrl, project.id) : project.issuer,
    created_at: rfc3339(project.createdAt),
  }
}

export async function getProject(
  { baseUrl }: AdminContext,
  { project }: AdminCall<null>,
): Promise<DataOf<AdminProjectGetResponse>> {
  return { project: projectView(project, baseUrl) }
}

export async function getSettings(
  _context: AdminContext,
  { project }: AdminCall<null>,
): Promise<DataOf<AdminSettingsResponse>> {
  return { settings: settingsView(project), revision: project.revision }
}

/** Judged whole: what is changed has to be right together with what stays. */
export async function updateSettings(
  context: AdminContext,
  call: AdminCall<AdminSettingsUpdateRequest>,
): Promise<DataOf<AdminSettingsResponse>> {
  const { project, request } = call
  if (request.revision !== undefined && request.revision !== project.revision)
    throw new ProviderError('settings_conflict')
  const { name, settings } = changedProject(context.vault, project, request.settings)
  if (name.trim() === '') throw refuseField('.settings.project_name', 'must not be empty', 'minLength')
  refuseProviderLimits(request.settings)
  judge(settings, project.environment)
  await context.storage.transaction(async (tx) => {
    if (!(await tx.projects.updateSettings(project.id, project.revision, settings, name)))
      throw new ProviderError('settings_conflict')
    await audit(tx, context, call, { event: 'settings_update', result: 'ok', targetId: project.id })
  })
  const changed = { ...project, name, settings, revision: project.revision + 1 }
  return { settings: settingsView(changed), revision: changed.revision }
}

/** They would be kept and have no effect. */
function refuseProviderLimits({ limits = {} }: AdminSettingsChange): void {
  const name = providerLimits.find((one) => Object.hasOwn(limits, one))
  if (name === undefined) return
  throw refuseField(`.settings.limits.${name}`, 'is set for the whole provider alone, by LATCHKEY_LIMITS', 'format')
}

function judge(settings: ProjectSettings, environment: ProjectRecord['environment']): void {
  try {
    checkSettings(settings, environment)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    // `attestationProfiles "partner"`: which of a list is no part of the path.
    const [setting = '', ...which] = error.setting.split(' ')
    throw refuseField(`.settings.${wireName(setting)}`, [...which, error.problem].join(' '), 'format')
  }
}

/** Where the wire's name is not the record's in other letters. */
const ownNames: Readonly<Record<string, string>> = {
  captcha: 'captcha_settings',
  siweRequired: 'siwe_required_for_crypto_wallets',
  disableWatermark: 'disable_sdk_watermark',
}

function wireName(setting: string): string {
  const [first = '', ...rest] = setting.split('.')
  const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return [ownNames[first] ?? snake(first), ...rest.map(snake)].join('.')
}
