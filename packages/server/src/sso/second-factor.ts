/** Classes of the SAML and OpenID Connect specifications and of the identity providers with instructions. */
const classes: ReadonlySet<string> = new Set([
  'https://refeds.org/profile/mfa',
  'http://schemas.microsoft.com/claims/multipleauthn',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorContract',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorUnregistered',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:SmartcardPKI',
  'urn:okta:loa:2fa:any',
  'phr',
  'phrh',
])

/** Whether an identity provider states a second factor: by `AuthnContextClassRef` or `acr`, or by `amr` (RFC 8176). */
export function statesSecondFactor({ acr, amr }: { acr: string | null; amr: readonly string[] }): boolean {
  return (acr !== null && classes.has(acr)) || amr.includes('mfa')
}
