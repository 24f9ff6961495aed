import { b2bOAuthProviders, type User } from '@latchkey/contract'
import type { Member } from '@latchkey/contract/b2b'
import { detailText, detailTextOrNull, detailTexts, type MemberFactor, type StoredRegistration } from './method.ts'

export const oauthMethod = {
  settings: { oauth: 'oauth' },
  registrations: {
    oauth: {
      limit: 20,
      signsIn: true,
      provesOwner: true,
      isPlantable: true,
      signsInWhileLocked: ['oauth'],
      userFields: (registrations: readonly StoredRegistration[]): Pick<User, 'providers'> => ({
        providers: registrations.map(({ id, details }) => ({
          oauth_user_registration_id: id,
          provider_subject: detailText(details.provider_subject),
          provider_type: detailText(details.provider_type),
          profile_picture_url: detailTextOrNull(details.profile_picture_url),
          locale: detailTextOrNull(details.locale),
        })),
      }),
      memberFields: (registrations: readonly StoredRegistration[]): Pick<Member, 'oauth_registrations'> => ({
        oauth_registrations: registrations.map(({ id, details }) => ({
          member_oauth_registration_id: id,
          provider_subject: detailText(details.provider_subject),
          provider_type: detailText(details.provider_type),
          profile_picture_url: detailTextOrNull(details.profile_picture_url),
          locale: detailTextOrNull(details.locale),
          provider_tenants: detailTexts(details.provider_tenants),
        })),
      }),
    },
  },
  factors: {
    oauth: {
      kind: 'reach',
      amr: ['fed'],
      ofMember: (deliveryMethod: string): MemberFactor | null => {
        const provider = b2bOAuthProviders.find((one) => deliveryMethod === `oauth_${one}`)
        return provider === undefined ? null : { method: `${provider}_oauth`, channel: 'identity_provider' }
      },
    },
    /** A token of an issuer that the project trusts. */
    trusted_auth_token: {
      kind: 'reach',
      amr: ['fed'],
      ofMember: (): MemberFactor => ({ method: 'trusted_auth_token', channel: 'identity_provider' }),
    },
  },
  auditEvents: {
    oauth_callback: 'rows',
    oauth_authenticate: 'sessions',
    one_tap_submit: 'rows',
    oauth_credentials_set: 'calls',
    oauth_credentials_remove: 'calls',
    oauth_attach_token_create: 'changes',
  },
  sealedTables: {
    oauth_credentials: {
      idColumn: 'provider',
      column: 'secret_sealed',
      sealContext: (projectId: string, provider: string): string => `oauth_credentials:${projectId}:${provider}`,
    },
  },
} as const
