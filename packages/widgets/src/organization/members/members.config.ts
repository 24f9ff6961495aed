/** A role, as the components of an organization show it. */
export interface ShownRole {
  readonly role_id: string
  readonly description: string
}

/** How the components of an organization name roles. */
export interface RoleDisplayConfig {
  /** The name of a role. Defaults to a translated name for the built-in roles, and to the id for others. */
  readonly getRoleDisplayName?: (role: ShownRole) => string
  /** What a role is for. Defaults to the description in the policy. */
  readonly getRoleDescription?: (role: ShownRole) => string
  /** Roles with a smaller number come first. Defaults to the order of the policy. */
  readonly getRoleSortOrder?: (role: ShownRole) => number
}

/** How `Members` works. */
export interface MembersConfig extends RoleDisplayConfig {
  /**
   * The number of members on a page, at most 100.
   *
   * @default 20
   */
  readonly pageSize?: number
  /** Where the link of an invitation leads. Defaults to the redirect URL of the project. */
  readonly inviteRedirectURL?: string
  readonly inviteTemplateId?: string
  readonly inviteExpirationMinutes?: number
  /**
   * Renders the component in a shadow root, where the page's style sheets do not apply.
   *
   * @default false
   */
  readonly enableShadowDOM?: boolean
}
