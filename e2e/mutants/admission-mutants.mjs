// One broken build for each rule about who may enter an organization: the line that enforces the rule is taken out. The
// fields are those of `mutants.mjs`.
const admission = 'packages/server/src/organizations/admission.ts'
const join = 'packages/server/src/organizations/join.ts'
const roles = 'packages/server/src/organizations/roles.ts'
const builtInPolicy = 'packages/contract/src/b2b/built-in-policy.ts'
const explain = 'packages/server/src/organizations/explain.ts'
const permission = 'packages/server/src/organizations/require-permission.ts'

const ofFile = (file, list) =>
  list.map(([name, from, to]) => ({ name, file, swaps: [[from, to]], tests: [file.replace('.ts', '.test.ts')] }))

export const admissionMutants = [
  ...ofFile(admission, [
    ['every first factor is allowed', ': allowed.includes(method)) return true', ': allowed !== null) return true'],
    ['every trusted issuer is allowed', '? allowsTrustedIssuers : allowed', '? true : allowed'],
    [
      'the organization requires no second factor',
      "if (mfaPolicy === 'REQUIRED_FOR_ALL') return 'mfa_required_by_organization'",
      '',
    ],
    [
      'an enrollment requires no second factor',
      "return member.mfaEnrolled ? 'mfa_required_by_enrollment' : null",
      'return null',
    ],
    [
      'a second factor of this sign-in replaces the enrolled one',
      'if (enrolled.length === 0 || enrolled.includes(replaced)) return true',
      'return true',
    ],
    [
      'an unproven second factor is offered as enrolled',
      'one.method === method && one.isProven) ?? false',
      'one.method === method) ?? false',
    ],
    ['every second factor is allowed', 'if (!allowed.includes(replaced)) {', 'if (replaced === null) {'],
    [
      'the second factor uses the channel of the first',
      'if (second.channel === primary.channel) {',
      'if (second === primary) {',
    ],
    ['a second factor by email', "if (channel === 'email') {", "if (channel === 'sso_connection' && false) {"],
    [
      'only the first of several first factors counts',
      'for (const primary of primaries) {',
      'for (const primary of primaries.slice(0, 1)) {',
    ],
    ['break-glass does not lift SSO only', '!member.isBreakglass || !isSsoOnly(policy)', 'member !== null'],
    ['break-glass lifts every restriction', '!member.isBreakglass || !isSsoOnly(policy)', '!member.isBreakglass'],
    ['break-glass without a second factor', "if (member.isBreakglass) return 'mfa_required_for_break_glass'", ''],
    ['an old factor of another session counts', 'return !isTooOld', 'return true'],
    [
      'the age also bounds factors of this sign-in',
      'const isTooOld = isCarriedOver && maxFactorAgeMs',
      'const isTooOld = maxFactorAgeMs',
    ],
    [
      'a deactivated member signs in',
      "if (member?.status === 'deleted') {",
      "if (member?.status === 'active' && false) {",
    ],
    ['a first factor replaces an enrolled second one', '.enrolled.length === 0', '.enrolled.length < 9'],
    ['a new person signs in by password', "if (method === 'password') return false", ''],
  ]),
  ...ofFile(join, [
    [
      'a domain without proof',
      "!verifiedDomains.includes(domain) ? 'email_domain_not_verified' : null",
      'false ? null : null',
    ],
    ['a free-mail domain', "if (isCommonDomain(domain)) return 'email_domain_too_common'", ''],
    ['an invitation for any address', 'if (address !== proof.address) {', 'if (address === "") {'],
    ['an invitation reactivates a member', "if (status === 'deleted') {", "if (status === 'active' && false) {"],
    [
      'SSO states an address of any domain',
      "if (proof.kind === 'sso' && !isVouchedFor) {",
      "if (proof.kind === 'sso' && false) {",
    ],
    [
      'SSO proves a mailbox',
      "if (proof.kind !== 'sso') return implicitRoles(policy, proof.address)",
      'if (proof.kind !== "sso" || domainOf(proof.address) !== "") return implicitRoles(policy, proof.address)',
    ],
    ['groups without a mapping', '.filter(({ group }) => groups.includes(group))', ''],
    [
      'a connection of another organization',
      "if (!connections.some(({ id }) => id === connectionId)) return 'sso_connection_not_active'",
      '',
    ],
    ['an OAuth identity without a verified address', 'proof.address === null ? noAddress(reasons) :', ''],
  ]),
  ...ofFile(roles, [
    [
      'roles that were removed',
      'assignments.filter(({ roleId }) => rbac.roles.some(({ role_id }) => role_id === roleId))',
      'assignments',
    ],
    [
      'roles for an address that is not proven',
      'if (provenAddress === null) return []',
      'if (provenAddress === null) return emailRoles.map(({ roleId, domain }) => ({ roleId, source: { kind: "email_assignment", id: domain } }))',
    ],
    [
      'members grant what they lack',
      'isForAdmins ? permissions : missingPermissions(rbac, granter, permissions)',
      'isForAdmins ? permissions : []',
    ],
    [
      'members make admins',
      'const isForAdmins = granted.includes(adminRole)',
      'const isForAdmins = granted === granter',
    ],
  ]),
  ...ofFile(builtInPolicy, [
    [
      'a custom role extends another role',
      '...custom.filter(({ role_id }) => !taken.has(role_id))',
      '...custom.filter(({ role_id }) => taken.size > 0 || role_id)',
    ],
  ]),
  ...ofFile(permission, [
    ['one permission is enough for all fields', '[...new Set(needed)].map(', '[...new Set(needed)].slice(0, 1).map('],
    ['missing permissions are ignored', 'if (missing.length > 0)', 'if (missing.length > 100)'],
  ]),
  ...[
    [
      'a storage verb finds members of every organization',
      'packages/server/src/storage/sql/accounts/members.ts',
      ".where('members.id', '=', value('id'))\n    .where('members.organization_id', '=', value('realm')),",
      ".where('members.id', '=', value('id')),",
    ],
    [
      'the search lists members of every organization',
      'packages/server/src/storage/sql/accounts/member-search.ts',
      '    .where(organization)\n',
      '',
    ],
  ].map(([name, file, from, to]) => ({
    ...{ name, file, swaps: [[from, to]] },
    tests: ['packages/server/src/fuzz/realms.test.ts'],
  })),
  {
    name: 'explanations ignore the second factor',
    file: explain,
    swaps: [["if (has('second_factor_missing')) return 'mfa_required'", '']],
    tests: [admission.replace('.ts', '.test.ts')],
  },
]
