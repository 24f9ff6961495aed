import type { Endpoint } from '@latchkey/contract'
import type {
  B2bOrganizationMembersCreateRequest,
  B2bOrganizationMembersDeleteResponse,
  B2bOrganizationMembersSearchRequest,
  B2bOrganizationMembersSearchResponse,
  B2bOrganizationMembersUpdateRequest,
  B2bStartEmailUpdateRequest,
  B2bUnlinkRetiredEmailRequest,
  MemberResponse,
} from '@latchkey/contract/b2b'
import {
  b2bMembersDeletePassword,
  b2bOrganizationMembersCreate,
  b2bOrganizationMembersDelete,
  b2bOrganizationMembersDeleteMfaPhoneNumber,
  b2bOrganizationMembersDeleteTotp,
  b2bOrganizationMembersReactivate,
  b2bOrganizationMembersSearch,
  b2bOrganizationMembersStartEmailUpdate,
  b2bOrganizationMembersUnlinkRetiredEmail,
  b2bOrganizationMembersUpdate,
} from '@latchkey/contract/b2b'
import { validate, validateStrings } from '../../../core/validate.ts'
import type { B2bContext } from '../../session/member-kind.ts'

/** A call about one member, with the id of the member next to the fields of the body. */
type ForMember<Body> = Body & { member_id: string }

/** The members of the organization of the session. Each call requires the permission of its action. */
export interface OrganizationMembers {
  /**
   * Creates a member without an invitation.
   *
   * @example
   * const { member } = await client.organization.members.create({ email_address, roles: ['editor'] })
   */
  create(options: B2bOrganizationMembersCreateRequest): Promise<MemberResponse>
  /**
   * Lists members, one page at a time.
   *
   * @example
   * const query = { operator: 'AND', operands: [{ filter_name: 'statuses', filter_value: ['active'] }] }
   * const { members, results_metadata } = await client.organization.members.search({ query, limit: 50 })
   */
  search(options?: B2bOrganizationMembersSearchRequest): Promise<B2bOrganizationMembersSearchResponse>
  /** Changes the given fields of a member. */
  update(options: ForMember<B2bOrganizationMembersUpdateRequest>): Promise<MemberResponse>
  /** Removes a member, which ends all sessions of the member. */
  delete(memberId: string): Promise<B2bOrganizationMembersDeleteResponse>
  /** Makes a removed member active again. */
  reactivate(memberId: string): Promise<MemberResponse>
  deletePassword(passwordId: string): Promise<MemberResponse>
  /** Removes the phone number of a member, and ends all sessions of the member. */
  deleteMFAPhoneNumber(memberId: string): Promise<MemberResponse>
  /** Removes the authenticator app of a member, and ends all sessions of the member. */
  deleteMFATOTP(memberId: string): Promise<MemberResponse>
  /** Removes a former email address of a member, so that another member can have it. */
  unlinkRetiredEmail(options: ForMember<B2bUnlinkRetiredEmailRequest>): Promise<MemberResponse>
  /** Sends a link to a new email address of a member. The address changes when the link is used. */
  startEmailUpdate(options: ForMember<B2bStartEmailUpdateRequest>): Promise<MemberResponse>
}

const memberTypes =
  'email_address? name? untrusted_metadata?:object is_breakglass?:boolean mfa_phone_number? mfa_enrolled?:boolean'

export function createOrganizationMembers({ request }: B2bContext): OrganizationMembers {
  /** Validates the fields, and the roles, which are an array. */
  function bodyOf<Body extends object>(name: string, types: string, options: Body): Body {
    const method = `organization.members.${name}`
    const { roles } = options as { roles?: unknown }
    const body = validate<Body>(method, types, options)
    return roles === undefined ? body : { ...body, roles: validateStrings(method, 'roles', roles) }
  }

  function about<Body, Data>(
    name: string,
    endpoint: Endpoint<Body, Data>,
    types: string,
  ): (options: ForMember<Body>) => Promise<Data> {
    return async (options) => {
      const { member_id, ...body } = bodyOf<ForMember<object>>(name, `member_id ${types}`, options as ForMember<object>)
      return request(endpoint, body as Body, member_id)
    }
  }

  function byId<Data>(name: string, field: string, endpoint: Endpoint<null, Data>): (id: string) => Promise<Data> {
    return async (id) => {
      validate(`organization.members.${name}`, field, { [field]: id })
      return request(endpoint, null, id)
    }
  }

  return {
    create: async (options) =>
      request(
        b2bOrganizationMembersCreate,
        bodyOf('create', `${memberTypes.replace('?', '')} create_member_as_pending?:boolean`, options),
      ),
    async search(options = {}) {
      const types = 'cursor? limit?:number query?:object'
      return request(b2bOrganizationMembersSearch, validate('organization.members.search', types, options))
    },
    update: about(
      'update',
      b2bOrganizationMembersUpdate,
      `${memberTypes} default_mfa_method? preserve_existing_sessions?:boolean unlink_email?:boolean`,
    ),
    delete: byId('delete', 'memberId', b2bOrganizationMembersDelete),
    reactivate: byId('reactivate', 'memberId', b2bOrganizationMembersReactivate),
    deletePassword: byId('deletePassword', 'passwordId', b2bMembersDeletePassword),
    deleteMFAPhoneNumber: byId('deleteMFAPhoneNumber', 'memberId', b2bOrganizationMembersDeleteMfaPhoneNumber),
    deleteMFATOTP: byId('deleteMFATOTP', 'memberId', b2bOrganizationMembersDeleteTotp),
    unlinkRetiredEmail: about(
      'unlinkRetiredEmail',
      b2bOrganizationMembersUnlinkRetiredEmail,
      'email_id? email_address?',
    ),
    startEmailUpdate: about(
      'startEmailUpdate',
      b2bOrganizationMembersStartEmailUpdate,
      'email_address login_redirect_url? login_template_id? locale?',
    ),
  }
}
