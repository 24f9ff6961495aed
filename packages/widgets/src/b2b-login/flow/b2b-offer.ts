import type { B2bOAuthProvider } from '@latchkey/contract'
import { b2bOAuthProviders } from '@latchkey/contract'
import type { OrganizationAuthMethod } from '@latchkey/contract/b2b'
import type { B2bLoginPlan, EmailMethod } from '../config/b2b-login.config.ts'
import type { Base } from './b2b-state.ts'

/** What Main offers. */
export interface Offer {
  /** The methods that begin with an email address. */
  readonly emails: readonly EmailMethod[]
  readonly sso: boolean
  readonly providers: readonly B2bOAuthProvider[]
}

type Choices = Pick<B2bLoginPlan, 'methods' | 'sso' | 'oauth'>

const emailMethods: readonly EmailMethod[] = ['magic_link', 'email_otp', 'password']

/** The configured methods, as the organization allows them. */
export function offerOf(
  { methods, sso, oauth }: Choices,
  { organization, required }: Pick<Base, 'organization' | 'required'>,
): Offer {
  const allowed = required ?? organization?.allowed
  const hasSso = !organization || organization.connections.length > 0
  const allows = (method: OrganizationAuthMethod): boolean => !allowed || allowed.includes(method)
  const providers = oauth.providers.map(({ type }) => type)
  const offer = {
    emails: methods.filter(allows),
    sso: sso && hasSso && allows('sso'),
    providers: providers.filter((provider) => allows(`${provider}_oauth`)),
  }
  if (!required || !isEmpty(offer)) return offer
  // None of the configured ones helps: whatever the organization accepts is better than a form that cannot succeed.
  const accepted = {
    emails: emailMethods.filter(allows),
    sso: hasSso && allows('sso'),
    providers: b2bOAuthProviders.filter((provider) => allows(`${provider}_oauth`)),
  }
  return isEmpty(accepted) ? { ...accepted, emails: ['magic_link'] } : accepted
}

export function isEmpty({ emails, sso, providers }: Offer): boolean {
  return !sso && emails.length + providers.length === 0
}

/** The methods that begin with an email address. */
export function offeredMethods(plan: Choices, base: Pick<Base, 'organization' | 'required'>): readonly EmailMethod[] {
  return offerOf(plan, base).emails
}
