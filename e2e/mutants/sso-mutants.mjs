// Broken builds of single sign-on, with the fields of `attack-mutants.mjs`: what decides whether a response of an identity
// provider is accepted, how often, where, and what it opens.
const saml = 'packages/server/src/saml'
const sso = 'packages/server/src/products/sso'
const signIn = 'packages/server/src/organizations/sign-in'

const ofAttack = (attack, list) =>
  list.map(([name, file, ...swaps]) => ({
    ...{ attack, name, file, swaps },
    tests: ['packages/server/src/attacks/organizations/single-sign-on.test.ts'],
  }))

export const ssoMutants = [
  ...ofAttack('B-6', [
    [
      'SAML responses for another recipient',
      `${saml}/profile.ts`,
      ["attributeOf(data, 'Recipient') === connection.acsUrl &&", ''],
      ["'recipient', recipient === connection.acsUrl,", "'recipient', true,"],
    ],
    [
      'SAML responses for another destination',
      `${saml}/profile.ts`,
      ['destination === null || destination === connection.acsUrl,', 'true,'],
    ],
    [
      'SAML responses for another audience',
      `${saml}/profile.ts`,
      [
        'audiences.length > 0 && audiences.every((restriction) => restriction.includes(connection.spEntityId)),',
        'true,',
      ],
    ],
    [
      'SAML responses without an audience',
      `${saml}/profile.ts`,
      ['audiences.length > 0 && audiences.every(', 'audiences.every('],
    ],
    [
      'SAML assertions that answer no request',
      `${saml}/profile.ts`,
      ["attributeOf(data, 'InResponseTo') === request.requestId &&", ''],
      [
        'inner === request.requestId && outer === request.requestId,',
        '(inner ?? request.requestId) === request.requestId && (outer ?? request.requestId) === request.requestId,',
      ],
    ],
    [
      'SAML responses of another issuer',
      `${saml}/profile.ts`,
      ['    isOuterMet && inner === expected,\n', '    true,\n'],
    ],
    ['SAML responses that have expired', `${saml}/profile.ts`, ['earliestEnd > request.now - clockSkewMs,', 'true,']],
    [
      'SAML confirmations that have expired',
      `${saml}/profile.ts`,
      ['[conditions, confirmation].filter(', '[conditions].filter('],
    ],
    [
      'SAML responses that are not yet valid',
      `${saml}/profile.ts`,
      ['latestStart <= request.now + clockSkewMs,', 'true,'],
    ],
    ['SAML responses that report a failure', `${saml}/response.ts`, ['  checkStatus(response)\n', '']],
    [
      'SAML assertions in other positions',
      `${saml}/response.ts`,
      ['if (misplaced !== undefined)', "if (misplaced?.localName === 'never')"],
    ],
    [
      'the first of several SAML assertions',
      `${saml}/response.ts`,
      ['if (first === undefined || others.length > 0)', 'if (first === undefined || others.length > 99)'],
    ],
    [
      'unsigned SAML responses',
      `${saml}/response.ts`,
      ['if (certificates.length === 0)', 'if (certificates.length < 0)'],
    ],
    [
      'SAML signatures by the key that they contain',
      `${saml}/signature.ts`,
      [
        'import { fingerprintOf, type SamlCertificate }',
        'import { fingerprintOf, readCertificate, type SamlCertificate }',
      ],
      [
        'const certificate = trust.certificates.find(',
        'const certificate = [...trust.certificates, ...stated(keyInfo)].find(',
      ],
      [
        '/** `KeyInfo` decides nothing.',
        `function stated(keyInfo: XmlElement | undefined): SamlCertificate[] {
  const elements = keyInfo === undefined ? [] : descendants(keyInfo)
  return elements.flatMap((element) => {
    const certificate = is(element, ds, 'X509Certificate') ? readCertificate(textOf(element) ?? '') : 'malformed'
    return typeof certificate === 'string' ? [] : [certificate]
  })
}

/** \`KeyInfo\` decides nothing.`,
      ],
    ],
    ['SAML signatures of another element', `${saml}/signature.ts`, ['|| uri !== `', "|| '' === `"]],
    [
      'SAML signatures with further references',
      `${saml}/signature.ts`,
      [
        "  if (others.length > 0) throw new SamlError('signature_reference', 'one Reference'",
        "  if (others.length > 99) throw new SamlError('signature_reference', 'one Reference'",
      ],
    ],
    [
      'SAML content that is not the signed one',
      `${saml}/signature.ts`,
      ['if (!bytesOf(digestValue)?.equals(digest))', 'if (bytesOf(digestValue) === null)'],
    ],
    ['SAML signatures with any transform', `${saml}/signature.ts`, ['    further.length > 0 ||\n', '']],
    [
      'SAML signatures with SHA-1',
      `${saml}/signature.ts`,
      ["return hash !== 'sha1' || allowsSha1", "return hash !== 'sha1' || allowsSha1 !== null"],
    ],
    ['SAML documents with comments', `${saml}/read-xml.ts`, ['CDATA\\[|!--|', 'CDATA\\[|']],
    ['SAML documents with a document type', `${saml}/read-xml.ts`, ['/<(!DOCTYPE|', '/<(']],
    [
      'SAML documents with an ID twice',
      `${saml}/read-xml.ts`,
      ['    if (!rules.skipsComments) checkIds(element, ids)\n', ''],
    ],
    [
      'the last of several SAML attributes of one name',
      `${saml}/profile.ts`,
      ['if (duplicates.length > 0) list', 'if (duplicates.length > 99) list'],
    ],
  ]),
  ...ofAttack('B-7', [
    [
      'a state of single sign-on that works twice',
      `${sso}/sso.callback.ts`,
      [
        'const row = await consumeToken(storage, { ...presented, usedBy: exchange.requestId })',
        'const row = await storage.oneTime.findUsable(presented)',
      ],
    ],
    [
      'a SAML assertion that works twice',
      `${sso}/sso.callback.ts`,
      ['      if (!(await consumeNonce(tx, project.id, key, response.until))) return false\n', ''],
    ],
    [
      'a SAML assertion that is forgotten before it expires',
      `${sso}/sso.callback.ts`,
      [
        'consumeNonce(tx, project.id, key, response.until)',
        'consumeNonce(tx, project.id, key, context.clock.now() + 60_000)',
      ],
    ],
  ]),
  ...ofAttack('B-8', [
    [
      'a response for another connection',
      `${sso}/sso.callback.ts`,
      ['isForThis: flow.sourceId === record.id }', 'isForThis: true }'],
    ],
    [
      'a state of single sign-on that outlives its ten minutes',
      `${sso}/request-sign-in.ts`,
      ['const lifetimeMs = 10 * 60_000', 'const lifetimeMs = 60 * 60_000'],
    ],
  ]),
  {
    attack: 'B-8',
    name: 'a state of single sign-on that works in every browser',
    parts: [
      {
        file: `${sso}/request-sign-in.ts`,
        swaps: [['      codeChallenge: s256(browserToken),\n', '      codeChallenge: null,\n']],
      },
      {
        file: `${sso}/sso.callback.ts`,
        swaps: [['challenge: browserToken === null ? null : s256(browserToken),', 'challenge: null,']],
      },
    ],
    tests: ['packages/server/src/attacks/organizations/single-sign-on.test.ts'],
  },
  ...ofAttack('B-9', [
    [
      'connections prove addresses of new members',
      `${signIn}/conclude-sign-in.ts`,
      ["isVerified: signIn.knownBy !== 'connection',", 'isVerified: true,'],
    ],
    [
      'connections prove addresses in discovery',
      `${signIn}/proven-factors.ts`,
      [
        'addressFactors.includes(type) && email?.email_address === address,',
        "(addressFactors.includes(type) && email?.email_address === address) || type === 'sso',",
      ],
    ],
    [
      'unfinished sign-ins without a proven address list organizations',
      'packages/server/src/products/discovery/discovery.list.ts',
      [
        'if (passwordOf.length === 0 && addressProofs([...factors, ...carriedOver], address).length === 0)',
        "if (address === '')",
      ],
    ],
    [
      'sessions without a proven address list organizations',
      'packages/server/src/products/discovery/discovery.list.ts',
      [
        "if (email?.verified !== true) throw new ProviderError('user_unauthenticated')",
        "if (email === undefined) throw new ProviderError('user_unauthenticated')",
      ],
    ],
    [
      'sessions without a proven address enter other organizations',
      'packages/server/src/products/sessions/member-sessions.ts',
      [
        "if (email?.verified !== true) throw new ProviderError('organization_not_found')",
        "if (email === undefined) throw new ProviderError('organization_not_found')",
      ],
    ],
  ]),
]
