/** What Entra ID and AD FS state of a sign-in with several factors. */
const multipleFactors = 'http://schemas.microsoft.com/claims/multipleauthn'

/** The methods of a sign-in at Entra ID, which states the same class with and without a second factor. */
export const methodsAttribute = 'http://schemas.microsoft.com/claims/authnmethodsreferences'

/** Classes of the SAML and OpenID Connect specifications and of the identity providers with instructions. */
const classes: ReadonlySet<string> = new Set([
  'https://refeds.org/profile/mfa',
  multipleFactors,
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorContract',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorUnregistered',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:SmartcardPKI',
  'urn:okta:loa:2fa:any',
  'phr',
  'phrh',
])

/**
 * Whether an identity provider states a second factor: by `AuthnContextClassRef` or `acr`, by `amr` (RFC 8176), or by the
 * attribute of methods.
 */
export function statesSecondFactor({ acr, amr }: { acr: string | null; amr: readonly string[] }): boolean {
  return (acr !== null && classes.has(acr)) || amr.includes('mfa') || amr.includes(multipleFactors)
}
