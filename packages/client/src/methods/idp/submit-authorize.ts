import type {
  Endpoint,
  IdpOAuthAuthorizeSubmitRequest,
  IdpOAuthAuthorizeSubmitResponse,
  OAuthAuthorizeForm,
} from '@latchkey/contract'
import type { ClientContext } from '../../context/context.ts'
import { bodyOf, createElementIn } from '../../core/safe-dom.ts'
import type { Request } from '../../core/transport.ts'

/** The parameters of the authorization request, and the decision of the user. */
export type OAuthAuthorizeSubmitOptions = Omit<
  OAuthAuthorizeForm,
  'consent_denied' | 'consent_granted' | `__${string}`
> & {
  consent_granted: boolean
  /** The user denied the request: the application receives `access_denied`. */
  consent_denied?: boolean
}

export interface SubmitEndpoints {
  /** An HTML form post. */
  readonly authorize: Endpoint<OAuthAuthorizeForm, null>
  readonly authorizeSubmit: Endpoint<IdpOAuthAuthorizeSubmitRequest, IdpOAuthAuthorizeSubmitResponse>
}

export interface SubmitContext extends Pick<ClientContext, 'headers' | 'platform'> {
  readonly options: { readonly customApiDomain?: string }
  readonly request: Request
  readonly session: { sync(): { readonly token: string } }
  /** The URL of the SDK API. */
  readonly sdkUrl: string
}

/** Navigates to the application. */
export async function submitAuthorize(
  ctx: SubmitContext,
  endpoints: SubmitEndpoints,
  fields: OAuthAuthorizeSubmitOptions,
): Promise<void> {
  // The form carries the session in its fields. In HttpOnly mode the client cannot read the session: it sends a request
  // instead and navigates itself.
  if (!ctx.options.customApiDomain || ctx.session.sync().token) return submitForm(ctx, endpoints.authorize.path, fields)
  const { scope, ...rest } = fields
  const response = await ctx.request(endpoints.authorizeSubmit, { ...rest, scopes: scope.split(' ') })
  const url = new URL(response.redirect_uri)
  // Custom schemes of applications are allowed; schemes that run code in this page are not.
  if (!/^(javascript|data|blob):/.test(url.protocol)) ctx.platform.location.href = url.href
}

/** Submits the fields as a top-level form post. A form cannot set headers, so these are fields too. */
function submitForm(ctx: Pick<SubmitContext, 'headers' | 'platform' | 'sdkUrl'>, path: string, fields: object): void {
  const page = ctx.platform.document as Document
  const form = createElementIn(page, 'form')
  form.method = 'POST'
  form.action = ctx.sdkUrl + path
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
  // The form contains the session token, and the page may stay open.
  form.remove()
}
