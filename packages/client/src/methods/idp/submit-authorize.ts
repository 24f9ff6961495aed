import type { OAuthAuthorizeForm } from '@latchkey/contract'
import { idpOAuthAuthorizeSubmit, oauthAuthorize } from '@latchkey/contract'
import type { ClientContext } from '../../context.ts'
import { bodyOf, createElementIn } from '../../core/safe-document.ts'

/** What the page that asks for consent was handed, and the answer. */
export type OAuthAuthorizeSubmitOptions = Omit<
  OAuthAuthorizeForm,
  'consent_denied' | 'consent_granted' | `__${string}`
> & {
  consent_granted: boolean
  /** The person said no: the application is told so. */
  consent_denied?: boolean
}

export interface SubmitContext extends Pick<ClientContext, 'headers' | 'options' | 'platform' | 'request' | 'session'> {
  /** The provider's address with the path of the SDK API. */
  readonly sdkUrl: string
}

/** Leaves the page for the application's. */
export async function submitAuthorize(ctx: SubmitContext, fields: OAuthAuthorizeSubmitOptions): Promise<void> {
  // The session in its fields is what a form is believed for. Who cannot read it asks by a call, and then moves on.
  if (!ctx.options.customApiDomain || ctx.session.sync().token) return submitForm(ctx, fields)
  const { scope, ...rest } = fields
  const answer = await ctx.request(idpOAuthAuthorizeSubmit, { ...rest, scopes: scope.split(' ') })
  const url = new URL(answer.redirect_uri)
  // An application's own scheme is as good as https; what the page itself would run is not.
  if (!/^(javascript|data|blob):/.test(url.protocol)) ctx.platform.location.href = url.href
}

/** Posts the fields as the page's own navigation. A form sets no headers, so these are fields too. */
function submitForm(ctx: Pick<SubmitContext, 'headers' | 'platform' | 'sdkUrl'>, fields: object): void {
  const page = ctx.platform.document as Document
  const form = createElementIn(page, 'form')
  form.method = 'POST'
  form.action = ctx.sdkUrl + oauthAuthorize.path
  form.hidden = true
  const headers = Object.entries(ctx.headers()).map(([name, value]) => [`__${name}`, value] as const)
  for (const [name, value] of [...Object.entries(fields), ...headers]) {
    if (value === undefined) continue
    const input = createElementIn(page, 'input')
    input.type = 'hidden'
    input.name = name
    input.value = String(value)
    form.append(input)
  }
  bodyOf(page).append(form)
  form.submit()
  // It holds the session, and the page may be there for a while yet.
  form.remove()
}
