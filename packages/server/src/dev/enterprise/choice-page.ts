import { html } from 'hono/html'
import { type FakePageOptions, type Markup, page, paths } from '../social-login/fake-page.ts'
import { choiceFields, otherPerson } from './choice.ts'
import { type EnterpriseFault, enterpriseFaultNames, enterpriseFaults } from './faults.ts'
import type { EnterpriseIdp } from './identity-providers.ts'
import { enterprisePeople, personName } from './people.ts'

export type EnterpriseProtocol = 'saml' | 'oidc'

export const enterpriseStylePath = '/dev/enterprise/style.css'
/** For pages with a form. With the default policy, the browser would send it with the origin "null". */
export const enterprisePageOptions: FakePageOptions = {
  styles: [paths.style, enterpriseStylePath],
  headers: { 'referrer-policy': 'same-origin' },
}

/** The page to choose a person, groups and a fault. A real provider would ask for a password. */
export function choicePage(input: {
  idp: EnterpriseIdp
  protocol: EnterpriseProtocol
  /** Client id or entity id. */
  application: string
  /** Where the browser goes next. */
  host: string
  /** The request, if it is not in the address of the page. */
  hidden: Readonly<Record<string, string>>
}): Response {
  const { idp, protocol, application, host, hidden } = input
  const { displayName } = idp
  return page(
    `Sign in with ${displayName}`,
    html`<main class="card wide">
<form method="post">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="head">
<div class="sign" aria-hidden="true">${displayName.slice(0, 1)}</div>
<div><h1>Sign in with ${displayName}</h1><p class="to">to continue to ${host}</p></div>
</div>
<p class="note">A fake ${displayName}, on this machine only. It asks for no password.</p>
<div class="columns">
<div class="column">${people()}${groupFields()}${secondFactor}</div>
<div class="column">${faultList(protocol)}</div>
</div>
<div class="foot sticky"><p class="scopes">${protocol === 'saml' ? 'SAML' : 'OpenID Connect'} for ${application}</p><button class="button" type="submit">Sign in</button></div>
</form>
</main>`,
    enterprisePageOptions,
  )
}

function people(): Markup {
  const known = Object.entries(enterprisePeople).map(([key, person], index) =>
    option(choiceFields.person, key, {
      title: personName(person),
      ...{ side: person.note, text: `${person.email} · ${person.groups.join(', ') || 'no groups'}` },
      isChecked: index === 0,
    }),
  )
  return html`<fieldset>
<legend>Person</legend>
<ul class="options">${known}${option(choiceFields.person, otherPerson, { title: 'Another person', text: 'With the email and name below.' })}</ul>
<div class="fields pair">
<label>Email <input type="email" name="${choiceFields.email}" autocomplete="off" maxlength="200" placeholder="name@example.com"></label>
<label>Name <input type="text" name="${choiceFields.name}" autocomplete="off" maxlength="200"></label>
</div>
</fieldset>`
}

function groupFields(): Markup {
  return html`<fieldset>
<legend>Groups</legend>
<ul class="options">
${option(choiceFields.groupsFrom, 'directory', { title: 'Those of the directory', text: 'As shown with the person.', isChecked: true })}
${option(choiceFields.groupsFrom, 'list', { title: 'These groups', text: 'No group if the field is empty.' })}
</ul>
<div class="fields"><label>Names of groups <small id="groups-hint">one per line, or with commas</small>
<textarea name="${choiceFields.groups}" rows="2" autocomplete="off" aria-describedby="groups-hint"></textarea></label></div>
</fieldset>`
}

const secondFactor = html`<label class="check"><input type="checkbox" name="${choiceFields.secondFactor}" value="true"> A second factor was used</label>`

function faultList(protocol: EnterpriseProtocol): Markup {
  const faults = enterpriseFaultNames.flatMap((name) => faultOption(name, protocol) ?? [])
  return html`<fieldset>
<legend>Fault</legend>
<p class="hint">Each fault gives the diagnosis code next to it.</p>
<ul class="options">
${option(choiceFields.fault, '', { title: 'No fault', text: 'The sign-in is valid.', isChecked: true })}
${faults}
</ul>
</fieldset>`
}

/** Null for a fault that the protocol does not have. */
function faultOption(name: EnterpriseFault, protocol: EnterpriseProtocol): Markup | null {
  const { label, sentence, code, oidc } = enterpriseFaults[name]
  if (protocol === 'oidc' && oidc === null) return null
  const text = protocol === 'oidc' && oidc !== null ? oidc.sentence : sentence
  return option(choiceFields.fault, name, { title: label, side: html`<code>${code}</code>`, text })
}

function option(
  name: string,
  value: string,
  {
    title,
    text,
    side = '',
    isChecked = false,
  }: { title: string; text: string; side?: string | Markup; isChecked?: boolean },
): Markup {
  return html`<li><label class="option"><input type="radio" name="${name}" value="${value}"${isChecked ? html` checked` : ''}><span class="title">${title}</span><span class="side">${side}</span><span class="text">${text}</span></label></li>`
}
