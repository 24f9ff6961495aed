import type { KnownErrorType } from '@latchkey/contract'

type OrganizationError = Extract<
  KnownErrorType,
  | 'connected_app_not_allowed'
  | 'organization_not_found'
  | 'organization_slug_already_used'
  | 'duplicate_member_email'
  | 'organization_domain_not_found'
  | 'member_not_found'
  | 'intermediate_session_not_found'
  | 'invalid_intermediate_session_token_for_organization'
  | 'operation_restricted_by_organization_auth_methods'
  | 'operation_restricted_by_organization_mfa_methods'
  | 'organization_suspended'
  | 'action_available_only_for_active_members'
  | 'member_impersonation_not_allowed'
  | 'member_phone_number_not_found'
  | 'invitation_not_found'
  | 'no_deleted_member_found_for_reactivation'
  | 'retired_member_email'
  | 'member_reset_password'
  | 'organization_settings_domain_too_common'
  | 'organization_settings_disposable_domain'
  | 'organization_settings_duplicate_domain'
  | 'no_discovery_redirect_url'
  | 'invalid_discovery_redirect_url'
  | 'sso_token_not_found'
  | 'sso_authentication_failed'
  | 'no_sso_connection_exists_for_organization'
  | 'sso_connection_not_found'
  | 'sso_certificate_not_found'
  | 'invalid_idp_sso_url'
  | 'too_many_sso_connections'
  | 'too_many_sso_verification_certificates'
  | 'cannot_delete_last_sso_verification_key'
  | 'cannot_delete_default_sso_connection'
  | 'requires_active_sso_connection'
  | 'sso_only_conditions_not_met'
>

/** The pages of the errors about organizations and their members. */
export const organizationErrorDocs: Record<OrganizationError, { cause: string; fix: string }> = {
  connected_app_not_allowed: {
    cause:
      'The organization of the member restricts which applications members can authorize, and this one is not in the list.',
    fix: 'An organization admin adds it to `allowed_third_party_connected_apps`, or `allowed_first_party_connected_apps` for an application of the project.',
  },
  organization_not_found: {
    cause: 'The project has no organization with this id.',
    fix: 'Check the id and the project.',
  },
  organization_slug_already_used: {
    cause:
      'The slug is reserved, belongs to another organization, looks like the slug of one, or belonged to an organization that was deleted less than 90 days ago.',
    fix: 'Choose another slug.',
  },
  duplicate_member_email: {
    cause: 'The organization has a member with this email address.',
    fix: 'Update that member, or reactivate it if it was deleted.',
  },
  organization_domain_not_found: {
    cause: 'The organization has no domain of this name. A subdomain is another domain.',
    fix: 'List the domains of the organization, or add this one.',
  },
  member_not_found: {
    cause: 'The organization has no member with this id. Members of other organizations are not found.',
    fix: 'Check the id and the organization of the session.',
  },
  intermediate_session_not_found: {
    cause:
      'The intermediate session token is missing, was used, or is older than 10 minutes. It starts one session only.',
    fix: 'Let the user sign in again.',
  },
  invalid_intermediate_session_token_for_organization: {
    cause: 'The sign-in was started for another organization, and its token continues that sign-in only.',
    fix: 'Pass the organization of the sign-in, or start a new sign-in.',
  },
  operation_restricted_by_organization_auth_methods: {
    cause:
      'The organization does not allow this method, or does not admit this email address. A call with an access token or a token of a trusted issuer also fails if a second factor is missing.',
    fix: 'Offer the methods in `allowed_auth_methods` of the organization, or ask its admin for an invitation.',
  },
  operation_restricted_by_organization_mfa_methods: {
    cause: 'The second factor is not one of `allowed_mfa_methods` of the organization.',
    fix: 'Offer the methods in `allowed_mfa_methods`. Recovery codes belong to authenticator apps.',
  },
  organization_suspended: {
    cause: 'An operator has suspended the organization. Its sessions have ended.',
    fix: 'Contact the operator of the service.',
  },
  action_available_only_for_active_members: {
    cause: 'The member is pending, invited or deleted.',
    fix: 'Let the member sign in first, or reactivate a deleted member.',
  },
  member_impersonation_not_allowed: {
    cause: 'The member has a role of the project setting `impersonation_excluded_roles`.',
    fix: 'Impersonate another member, or remove the role from the setting.',
  },
  member_phone_number_not_found: { cause: 'The member has no phone number.', fix: 'Read the member again.' },
  invitation_not_found: {
    cause: 'The member was not invited, or the invitation was accepted, declined or revoked.',
    fix: 'Read `invitation` and `status` of the member.',
  },
  no_deleted_member_found_for_reactivation: {
    cause: 'The member does not exist, or is not deleted.',
    fix: 'Check `status` of the member.',
  },
  retired_member_email: {
    cause: 'The address is a former address of a member, and stays reserved for that member.',
    fix: 'Call `unlinkRetiredEmail` for that member, or use another address.',
  },
  member_reset_password: {
    cause: 'The password of the member must be replaced before the next sign-in with it.',
    fix: 'Call `passwords.resetByEmailStart`.',
  },
  organization_settings_domain_too_common: {
    cause: 'The domain is a public suffix or belongs to a free email service, so any person can get an address there.',
    fix: 'Use a domain that the organization owns.',
  },
  organization_settings_disposable_domain: {
    cause: 'The operator lists the domain as one of disposable addresses.',
    fix: 'Use a domain that the organization owns.',
  },
  organization_settings_duplicate_domain: {
    cause: 'The organization has added the domain already.',
    fix: 'Check the proof of the existing domain.',
  },
  no_discovery_redirect_url: {
    cause: 'The call has no `discovery_redirect_url`, and the project has no redirect URL of the type `discovery`.',
    fix: 'Pass a URL, or add one with `latchkey redirects add --type discovery`.',
  },
  invalid_discovery_redirect_url: {
    cause: '`discovery_redirect_url` is not one of the project’s redirect URLs of the type `discovery`.',
    fix: 'Add the URL with `latchkey redirects add --type discovery`.',
  },
  sso_token_not_found: {
    cause: 'The token of the redirect after single sign-on was used, has expired, or belongs to another project.',
    fix: 'Let the member start the sign-in again.',
  },
  sso_authentication_failed: {
    cause:
      'The response of the identity provider failed a check. `error_details.code` names it, `error_details.attempt_id` the entry in the log of attempts.',
    fix: 'An operator runs `latchkey sso attempts` with the organization and the connection: it shows what was expected and what was received.',
  },
  no_sso_connection_exists_for_organization: {
    cause: 'The organization has no active connection, so its members cannot sign in by single sign-on.',
    fix: 'An organization admin creates a connection, or the member signs in with another method.',
  },
  sso_connection_not_found: {
    cause: 'The organization has no connection with this id. Connections of other organizations are not found.',
    fix: 'List the connections of the organization. An external connection also needs an organization that shares its connection.',
  },
  sso_certificate_not_found: {
    cause: 'The connection has no certificate with this id.',
    fix: 'List the connections of the organization: each has its certificates.',
  },
  invalid_idp_sso_url: {
    cause:
      'The address of the metadata or of the identity provider cannot be used: it is not an https address on the public internet, does not respond within 5 seconds, has more than 256 kB, or has no metadata of one identity provider. `error_details.reason` says which.',
    fix: 'Open the address in a browser and compare. Metadata from a file can be sent as `metadata_xml`.',
  },
  too_many_sso_connections: {
    cause: 'An organization can have 20 connections.',
    fix: 'Delete a connection that is not used.',
  },
  too_many_sso_verification_certificates: {
    cause: 'A SAML connection can have 20 certificates.',
    fix: 'Delete certificates that have expired.',
  },
  cannot_delete_last_sso_verification_key: {
    cause: 'Without a certificate, no response of the identity provider could be verified.',
    fix: 'Add the next certificate, then delete this one.',
  },
  cannot_delete_default_sso_connection: {
    cause: 'The connection is `sso_default_connection_id` of the organization.',
    fix: 'Set `sso_default_connection_id` of the organization to another connection or to null, then delete this one.',
  },
  sso_only_conditions_not_met: {
    cause:
      'Members of the organization sign in by single sign-on only. That needs a tested, active connection, and an active break-glass member with a proven second factor. `error_details.reason` says which one the change would remove.',
    fix: 'Add another break-glass member or test another connection first, or allow another method.',
  },
  requires_active_sso_connection: {
    cause: 'The connection lacks a setting that a sign-in needs, or the organization has no active connection.',
    fix: 'Complete the connection: its `status` is then `active`.',
  },
}
