import type { Ok } from '@latchkey/contract'
import type {
  AdminTemplateResponse,
  AdminTemplatesListResponse,
  AdminTemplatesSetRequest,
  Template,
} from '@latchkey/contract/admin'
import { audit } from '../../audit/audit.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { rfc3339 } from '../../core/rfc3339.ts'
import type { DataOf } from '../../core/route.ts'
import { refuseField } from '../../core/schema-issues.ts'
import type { TemplateKind, TemplateRecord } from '../../storage/records.ts'
import type { AdminCall, AdminContext } from '../request/admin-route.ts'

/** More than a project needs. */
const mostLanguages = 100

function templateView({ id, kind, words, createdAt, updatedAt }: TemplateRecord): Template {
  return { template_id: id, kind, words, created_at: rfc3339(createdAt), updated_at: rfc3339(updatedAt) }
}

export async function listTemplates(
  { storage }: AdminContext,
  { project }: AdminCall<null>,
): Promise<DataOf<AdminTemplatesListResponse>> {
  return { templates: (await storage.templates.list(project.id)).map(templateView) }
}

export async function getTemplate(
  { storage }: AdminContext,
  { project, params }: AdminCall<null>,
): Promise<DataOf<AdminTemplateResponse>> {
  const template = await storage.templates.get(project.id, params.template_id ?? '')
  if (!template) throw new ProviderError('template_not_found')
  return { template: templateView(template) }
}

export async function setTemplate(
  context: AdminContext,
  call: AdminCall<AdminTemplatesSetRequest>,
): Promise<DataOf<AdminTemplateResponse>> {
  const { project, params, request } = call
  const id = params.template_id ?? ''
  if (!/^[\w-]{1,64}$/.test(id)) throw refuseField('.template_id', 'must be letters, digits, _ and -', 'format')
  validate(request)
  const now = context.clock.now()
  const words = Object.fromEntries(Object.entries(request.words).map(([tag, own]) => [tag.toLowerCase(), own]))
  const template = await context.storage.transaction(async (tx) => {
    await tx.templates.set({ projectId: project.id, id, kind: request.kind, words, createdAt: now, updatedAt: now })
    await audit(tx, context, call, { event: 'template_set', result: 'ok', targetId: id })
    return tx.templates.get(project.id, id)
  })
  if (!template) throw new ProviderError('template_not_found')
  return { template: templateView(template) }
}

export async function deleteTemplate(context: AdminContext, call: AdminCall<null>): Promise<DataOf<Ok>> {
  const id = call.params.template_id ?? ''
  await context.storage.transaction(async (tx) => {
    if (!(await tx.templates.remove(call.project.id, id))) throw new ProviderError('template_not_found')
    await audit(tx, context, call, { event: 'template_remove', result: 'ok', targetId: id })
  })
  return {}
}

/** Rejects texts without the passcode and with unknown placeholders: users could not use such a message. */
function validate({ kind, words }: AdminTemplatesSetRequest): void {
  const languages = Object.entries(words)
  const placeholders = placeholdersOf(kind)
  if (languages.length === 0 || languages.length > mostLanguages)
    throw refuseField('.words', `must contain 1 to ${mostLanguages} languages`, 'minProperties')
  for (const [tag, own] of languages) {
    if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(tag))
      throw refuseField('.words', 'has a key that is not a language tag', 'format')
    if (kind === 'passcode_text' && own.text !== undefined && !own.text.includes('{{code}}'))
      throw refuseField(`.words.${tag}.text`, 'must contain {{code}}', 'format')
    const unknown = Object.values(own)
      .flatMap((text) => [...(text ?? '').matchAll(/\{\{(.*?)\}\}/g)])
      .find(([, name = '']) => !placeholders.includes(name))
    if (unknown) throw refuseField(`.words.${tag}`, `may only contain ${placeholders.map(braced).join(', ')}`, 'format')
    if (/[\r\n]/.test(own.subject ?? '')) throw refuseField(`.words.${tag}.subject`, 'must be one line', 'format')
  }
}

const common: readonly string[] = ['project', 'code', 'duration']
const placeholdersOf = (kind: TemplateKind): readonly string[] =>
  kind === 'invite' ? ['project', 'duration', 'organization', 'inviter'] : common
const braced = (name: string): string => `{{${name}}}`
