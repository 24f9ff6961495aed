import { ProviderError } from '../core/provider-error.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { ProjectRecord, TemplateKind, TemplateRecord } from '../storage/records.ts'

/**
 * The template that a call names; one that is unknown, or made for another message, is refused. Without a wish the
 * project's own default, as long as it is there: a message is never lost over its words.
 */
export async function requestedTemplate(
  { storage }: Pick<ProviderContext, 'storage'>,
  project: ProjectRecord,
  kind: TemplateKind,
  id: string | undefined,
): Promise<TemplateRecord | null> {
  const usual = project.settings.defaultTemplates?.[kind]
  const wanted = id ?? usual
  if (wanted === undefined) return null
  const found = await storage.templates.get(project.id, wanted)
  if (found?.kind === kind) return found
  if (id !== undefined) throw new ProviderError('template_not_found')
  return null
}

/** Both are looked up before anything is known of the recipient, so that the answer tells nothing of them. */
export async function requestedTemplates(
  context: Pick<ProviderContext, 'storage'>,
  project: ProjectRecord,
  kind: TemplateKind,
  wishes: { login_template_id?: string; signup_template_id?: string },
): Promise<{ login: TemplateRecord | null; signup: TemplateRecord | null }> {
  return {
    login: await requestedTemplate(context, project, kind, wishes.login_template_id),
    signup: await requestedTemplate(context, project, kind, wishes.signup_template_id),
  }
}
