import type { IdentityProviderName } from '@latchkey/contract'
import { html } from 'hono/html'
import type { IdentityProvider } from '../../social-login/identity-provider.ts'
import { disclosureOf } from './answers.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import { type FakeAccount, fakeAccounts, fullName } from './fake-accounts.ts'
import { type Markup, page } from './fake-page.ts'
import { fakeTenants, hasTenants, tenantNames } from './tenants.ts'

/** The page to choose a user. A real provider would ask for a password and for consent. */
export function consentPage(definition: IdentityProvider, request: AuthorizationRequest): Response {
  const { displayName, provider } = definition
  const hidden = Object.entries(request.fields).map(
    ([name, value]) => html`<input type="hidden" name="request_${name}" value="${value}">`,
  )
  const disclosure = disclosureOf(provider)
  return page(
    `Sign in with ${displayName}`,
    html`<main class="card">
<form method="post">
${hidden}
<div class="head">
<div class="sign" aria-hidden="true">${displayName.slice(0, 1)}</div>
<div><h1>Sign in with ${displayName}</h1><p class="to">to continue to ${new URL(request.redirectUri).host}</p></div>
</div>
<p class="note">A fake ${displayName}, on this machine only. Choose a user.</p>
${userList(provider)}
</form>
<details>
<summary>Another user</summary>
<form method="post" class="else">
${hidden}
<label>Email <small id="email-hint">${emailHint(displayName, disclosure)}</small>
<input type="email" name="email" autocomplete="off" aria-describedby="email-hint" placeholder="name@example.com"></label>
<label>Name <input type="text" name="name" autocomplete="off" maxlength="100"></label>
${hasTenants(provider) ? tenantField : ''}
${disclosure === 'proof' ? html`<label class="check"><input type="checkbox" name="email_verified" value="true" checked> The email is verified</label>` : ''}
<button class="button" type="submit">Continue</button>
</form>
</details>
<form method="post" class="foot">
${hidden}
<p class="scopes">Requested: ${request.scope.split(definition.scopeSeparator).join(', ')}</p>
<button class="button quiet" type="submit" name="cancel" value="true">Cancel</button>
</form>
</main>`,
  )
}

const tenantField = html`<label>Tenant <small id="tenants-hint">leave empty for none; ${Object.keys(fakeTenants).join(', ')} or any id</small>
<input type="text" name="tenants" autocomplete="off" aria-describedby="tenants-hint" maxlength="200"></label>`

/** The predefined users of a provider: those with a tenant only where accounts can have one. */
export function userList(provider: IdentityProviderName): Markup {
  const disclosure = disclosureOf(provider)
  const users = Object.entries(fakeAccounts).filter(([, { tenants }]) => !tenants || hasTenants(provider))
  const cards = users.map(
    ([key, account]) => html`<li><button class="account" type="submit" name="account" value="${key}">
<span class="face" aria-hidden="true">${account.firstName.slice(0, 1)}${account.lastName.slice(0, 1)}</span>
<span class="name">${fullName(account)}</span>
<span class="email">${disclosure === 'nothing' ? 'No email is shared' : (account.email ?? 'No email')}</span>
${disclosure === 'proof' ? verificationBadge(account) : ''}
${account.tenants ? html`<span class="tenant">${tenantNames(account).join(', ')}</span>` : ''}
</button></li>`,
  )
  return html`<ul class="accounts">${cards}</ul>`
}

function verificationBadge({ emailVerified }: FakeAccount): Markup {
  const state = emailVerified ? 'verified' : 'unverified'
  return html`<span class="badge" data-state="${state}">${state}</span>`
}

function emailHint(displayName: string, disclosure: ReturnType<typeof disclosureOf>): string {
  if (disclosure === 'nothing') return `${displayName} shares no address`
  if (disclosure === 'address') return `leave empty for none; ${displayName} does not say whether it is verified`
  return 'leave empty for none'
}
