import { fakeTenants } from '../social-login/tenants.ts'
import type { SignedInPerson } from './choice.ts'
import { guidOf, personName, stableId } from './people.ts'

export type EnterpriseIdpName = 'okta' | 'entra' | 'generic'

/** How a product writes people down. Each fake speaks both protocols. */
export interface EnterpriseIdp {
  name: EnterpriseIdpName
  displayName: string
  saml: {
    nameIdFormat: string
    nameId(signedIn: SignedInPerson): string
    /** Attributes by name. `email` is left out for the fault of a missing email. */
    attributes(signedIn: SignedInPerson): Record<string, readonly string[]>
    emailAttribute: string
    /** Class of a sign-in with a password, and of one with a second factor. */
    authnContext: { password: string; secondFactor: string }
  }
  oidc: {
    /** Claims of the ID token in addition to those that all have. */
    claims(signedIn: SignedInPerson): Record<string, unknown>
    /** The `error_description` for a user who is not assigned. */
    notAssigned: string
  }
}

const password = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport'
const entraPassword = 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password'
const refedsMfa = 'https://refeds.org/profile/mfa'
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const persistentFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const claimUri = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
const entraUri = 'http://schemas.microsoft.com'

/** The tenant of the Entra-like provider: that of Acme, as at the fake of Microsoft. */
export const entraTenant: string = fakeTenants.acme.ids.microsoft

const entraObject = ({ person }: SignedInPerson): string => guidOf('entra-object', person.email)
const entraGroups = ({ groups }: SignedInPerson): string[] => groups.map((name) => guidOf('entra-group', name))
const oktaUser = ({ person }: SignedInPerson): string => `00u${stableId('okta', person.email).slice(0, 17)}`

export const enterpriseIdps: Readonly<Record<EnterpriseIdpName, EnterpriseIdp>> = {
  okta: {
    ...{ name: 'okta', displayName: 'Okta' },
    saml: {
      nameIdFormat: emailFormat,
      nameId: ({ person }) => person.email,
      emailAttribute: 'email',
      attributes: ({ person, groups }) => ({
        ...{ email: [person.email], firstName: [person.firstName], lastName: [person.lastName] },
        groups,
      }),
      authnContext: { password, secondFactor: refedsMfa },
    },
    oidc: {
      claims: (signedIn) => ({
        ...{ sub: oktaUser(signedIn), ver: 1, idp: '00o1fakelatchkey0001' },
        ...profileOf(signedIn),
        ...{ email: signedIn.person.email, email_verified: true, groups: signedIn.groups },
        amr: signedIn.secondFactor ? ['mfa', 'otp', 'pwd'] : ['pwd'],
        acr: signedIn.secondFactor ? 'urn:okta:loa:2fa:any' : 'urn:okta:loa:1fa:any',
      }),
      notAssigned: 'User is not assigned to the client application.',
    },
  },
  entra: {
    ...{ name: 'entra', displayName: 'Microsoft Entra ID' },
    saml: {
      nameIdFormat: persistentFormat,
      nameId: entraObject,
      emailAttribute: `${claimUri}/emailaddress`,
      attributes: (signedIn) => ({
        [`${entraUri}/identity/claims/tenantid`]: [entraTenant],
        [`${entraUri}/identity/claims/objectidentifier`]: [entraObject(signedIn)],
        [`${entraUri}/identity/claims/displayname`]: [personName(signedIn.person)],
        [`${claimUri}/emailaddress`]: [signedIn.person.email],
        [`${claimUri}/givenname`]: [signedIn.person.firstName],
        [`${claimUri}/surname`]: [signedIn.person.lastName],
        [`${entraUri}/ws/2008/06/identity/claims/groups`]: entraGroups(signedIn),
        [`${entraUri}/claims/authnmethodsreferences`]: [
          entraPassword,
          ...(signedIn.secondFactor ? [`${entraUri}/claims/multipleauthn`] : []),
        ],
      }),
      // The second factor is in the attribute of methods only.
      authnContext: { password: entraPassword, secondFactor: entraPassword },
    },
    oidc: {
      claims: (signedIn) => ({
        sub: stableId('entra-subject', signedIn.person.email).slice(0, 43),
        ...{ oid: entraObject(signedIn), tid: entraTenant, ver: '2.0' },
        ...{ name: personName(signedIn.person), preferred_username: signedIn.person.email },
        ...{ email: signedIn.person.email, groups: entraGroups(signedIn) },
        amr: signedIn.secondFactor ? ['pwd', 'mfa'] : ['pwd'],
        acr: '1',
      }),
      notAssigned:
        'AADSTS50105: Your administrator has configured the application to block users unless they are specifically granted access.',
    },
  },
  generic: {
    ...{ name: 'generic', displayName: 'Generic identity provider' },
    saml: {
      nameIdFormat: persistentFormat,
      nameId: ({ person }) => stableId('generic', person.email).slice(0, 32),
      emailAttribute: 'mail',
      attributes: ({ person, groups }) => ({
        ...{ mail: [person.email], givenName: [person.firstName], sn: [person.lastName] },
        ...{ displayName: [personName(person)], memberOf: groups },
      }),
      authnContext: { password, secondFactor: refedsMfa },
    },
    oidc: {
      claims: (signedIn) => ({
        sub: stableId('generic', signedIn.person.email).slice(0, 32),
        ...profileOf(signedIn),
        ...{ email: signedIn.person.email, email_verified: true, groups: signedIn.groups },
        amr: signedIn.secondFactor ? ['pwd', 'hwk', 'mfa'] : ['pwd'],
        acr: signedIn.secondFactor ? refedsMfa : 'https://refeds.org/profile/sfa',
      }),
      notAssigned: 'The user is not assigned to the application.',
    },
  },
}

export const enterpriseIdpNames = Object.keys(enterpriseIdps) as readonly EnterpriseIdpName[]

export function isEnterpriseIdp(name: string): name is EnterpriseIdpName {
  return Object.hasOwn(enterpriseIdps, name)
}

function profileOf({ person }: SignedInPerson): Record<string, string> {
  return {
    ...{ name: personName(person), given_name: person.firstName, family_name: person.lastName },
    preferred_username: person.email,
  }
}
