import { ProviderError } from '../core/provider-error.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { ProjectRecord, TemplateKind, TemplateRecord } from '../storage/records.ts'

/**
 * The template that a request names; an unknown template, or one for another kind of message, is rejected. Without a
 * name, the default of the project. A deleted default is ignored, so that the message is still sent.
 */
export async function requestedTemplate(
  { storage }: Pick<ProviderContext, 'storage'>,
  project: ProjectRecord,
  kind: TemplateKind,
  id: string | undefined,
): Promise<TemplateRecord | null> {
  const defaultId = project.settings.defaultTemplates?.[kind]
  const templateId = id ?? defaultId
  if (templateId === undefined) return null
  const found = await storage.templates.get(project.id, templateId)
  if (found?.kind === kind) return found
  if (id !== undefined) throw new ProviderError('template_not_found')
  return null
}

/** Looks both up before the recipient, so that the response does not reveal whether the recipient has an account. */
export async function requestedTemplates(
  context: Pick<ProviderContext, 'storage'>,
  project: ProjectRecord,
  kind: TemplateKind,
  requested: { login_template_id?: string; signup_template_id?: string },
): Promise<{ login: TemplateRecord | null; signup: TemplateRecord | null }> {
  return {
    login: await requestedTemplate(context, project, kind, requested.login_template_id),
    signup: await requestedTemplate(context, project, kind, requested.signup_template_id),
  }
}
