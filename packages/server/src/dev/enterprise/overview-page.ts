import { html } from 'hono/html'
import { type Markup, page } from '../social-login/fake-page.ts'
import { enterprisePageOptions } from './choice-page.ts'
import { type EnterpriseIdp, type EnterpriseIdpName, enterpriseIdps } from './identity-providers.ts'
import { type CertificateStage, certificateStages } from './saml-metadata.ts'
import { predefinedClient } from './state.ts'

/** What an administrator copies into a connection, the switch for certificates, and the application tile. */
export function overviewPage(input: {
  baseUrl: string
  root: string
  callbacks: string
  stages: Readonly<Record<EnterpriseIdpName, CertificateStage>>
}): Response {
  const providers = Object.values(enterpriseIdps).map((idp) => provider(idp, input))
  return page(
    'Enterprise identity providers',
    html`<main class="card wide">
<div class="head">
<div class="sign" aria-hidden="true">E</div>
<div><h1>Enterprise identity providers</h1><p class="to">of the development provider at ${new URL(input.baseUrl).host}</p></div>
</div>
<p class="note">Fakes with real keys, on this machine only. Each speaks SAML and OpenID Connect.</p>
${providers}
</main>`,
    enterprisePageOptions,
  )
}

function provider(
  { name, displayName }: EnterpriseIdp,
  { root, callbacks, stages }: Parameters<typeof overviewPage>[0],
): Markup {
  const [saml, issuer] = [`${root}saml/${name}`, `${root}oidc/${name}`]
  const client = predefinedClient(name)
  const stage = stages[name]
  return html`<section class="provider" aria-labelledby="${name}">
<h2 id="${name}">${displayName}</h2>
<h3>SAML</h3>
<dl class="values">
<dt>Metadata, entity id</dt><dd><a href="${saml}/metadata">${saml}/metadata</a></dd>
<dt>Single sign-on URL</dt><dd>${saml}/sso</dd>
</dl>
<form class="inline" method="post" action="/dev/enterprise/certificates">
<input type="hidden" name="identity_provider" value="${name}">
<label>Certificates of ${displayName} <select name="stage">${Object.entries(certificateStages).map(
    ([value, label]) => html`<option value="${value}"${value === stage ? html` selected` : ''}>${label}</option>`,
  )}</select></label>
<button class="button quiet" type="submit">Save</button>
</form>
<form class="inline" method="get" action="/dev/enterprise/tile/${name}">
<label>Application tile of ${displayName} <small id="tile-${name}">the ACS URL of a connection</small>
<input type="text" name="acs" value="${callbacks}" required autocomplete="off" aria-describedby="tile-${name}"></label>
<button class="button quiet" type="submit">Open</button>
</form>
<h3>OpenID Connect</h3>
<dl class="values">
<dt>Issuer</dt><dd><a href="${issuer}/.well-known/openid-configuration">${issuer}</a></dd>
<dt>Client id</dt><dd>${client.clientId}</dd>
<dt>Client secret</dt><dd>${client.clientSecret}</dd>
</dl>
</section>`
}
