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

/** Validates the changed settings as a whole. */
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
  validate(settings, project.environment)
  await context.storage.transaction(async (tx) => {
    if (!(await tx.projects.updateSettings(project.id, project.revision, settings, name)))
      throw new ProviderError('settings_conflict')
    await audit(tx, context, call, { event: 'settings_update', result: 'ok', targetId: project.id })
  })
  const changed = { ...project, name, settings, revision: project.revision + 1 }
  return { settings: settingsView(changed), revision: changed.revision }
}

/** Limits of the provider would have no effect in a project. */
function refuseProviderLimits({ limits = {} }: AdminSettingsChange): void {
  const name = providerLimits.find((one) => Object.hasOwn(limits, one))
  if (name === undefined) return
  throw refuseField(
    `.settings.limits.${name}`,
    'can only be set for the whole provider, with LATCHKEY_LIMITS',
    'format',
  )
}

function validate(settings: ProjectSettings, environment: ProjectRecord['environment']): void {
  try {
    checkSettings(settings, environment)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    // In `attestationProfiles "partner"`, the name of the list entry is not part of the path.
    const [setting = '', ...which] = error.setting.split(' ')
    throw refuseField(`.settings.${apiName(setting)}`, [...which, error.problem].join(' '), 'format')
  }
}

/** Settings whose name in the API is not the snake_case form of the record's name. */
const apiNames: Readonly<Record<string, string>> = {
  captcha: 'captcha_settings',
  siweRequired: 'siwe_required_for_crypto_wallets',
  disableWatermark: 'disable_sdk_watermark',
}

function apiName(setting: string): string {
  const [first = '', ...rest] = setting.split('.')
  const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return [apiNames[first] ?? snake(first), ...rest.map(snake)].join('.')
}
