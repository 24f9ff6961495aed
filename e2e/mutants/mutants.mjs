// The twelve broken builds: each is the provider or a widget with one small part swapped for a mistake that others have
// made, and the tests that must notice. The published code contains none of them: a file is changed while it is loaded.

/** `swap` finds its text exactly once in `file`, or says so: code that has moved on needs another swap. */
export const mutants = [
  {
    name: 'naive consume',
    what: 'a one-time secret is read, checked in code, and marked as used afterwards',
    file: 'packages/server/src/storage/operations/open-storage.ts',
    swaps: [
      [
        'import { createSqlStorage }',
        "import { withNaiveConsume } from '../testing/naive-consume.ts'\nimport { createSqlStorage }",
      ],
      [
        'return createSqlStorage(db, sqliteEngine, database)',
        'return withNaiveConsume(createSqlStorage(db, sqliteEngine, database))',
      ],
      [
        'const storage = createSqlStorage(new Kysely<Tables>({ dialect }), postgresEngine)',
        'const storage = withNaiveConsume(createSqlStorage(new Kysely<Tables>({ dialect }), postgresEngine))',
      ],
    ],
    tests: [
      'packages/server/src/products/races.test.ts',
      'packages/server/src/products/passwords/passwords.races.test.ts',
      'packages/server/src/products/oauth/oauth.races.test.ts',
      'packages/server/src/oidc-provider/oidc-provider.test.ts',
    ],
  },
  {
    name: 'no counter',
    what: 'wrong passcodes are not counted',
    file: 'packages/server/src/storage/sql/tables/one-time.ts',
    swaps: [['.set({ attempts: sql<number>`attempts + 1` })', '.set({ attempts: sql<number>`attempts` })']],
    tests: ['packages/server/src/products/otps/otps.test.ts', 'packages/server/src/attacks/one-time-secrets.test.ts'],
  },
  {
    name: 'prefix redirect match',
    what: 'a redirect URL is allowed if a listed URL is its prefix',
    file: 'packages/server/src/urls/redirect-list.ts',
    swaps: [
      [
        'return url !== null && entries.some((entry) => matches(url, entry, environment))',
        'return entries.some((entry) => address.startsWith(entry)) || (url !== null && entries.some((entry) => matches(url, entry, environment)))',
      ],
    ],
    tests: ['packages/server/src/urls/redirect-list.test.ts', 'packages/server/src/attacks/requests.test.ts'],
  },
  {
    name: 'no origin check',
    what: 'pages of every origin may call',
    file: 'packages/server/src/http/cors.ts',
    swaps: [
      [
        'if (!isAuthorizedOrigin(origin, project.settings.authorizedOrigins, project.environment))',
        'if (origin === project.name && !isAuthorizedOrigin(origin, project.settings.authorizedOrigins, project.environment))',
      ],
    ],
    tests: ['packages/server/src/http/http.test.ts', 'packages/server/src/attacks/requests.test.ts'],
  },
  {
    name: 'alg from header',
    what: 'the header of a token selects the algorithm, and "none" is accepted',
    file: 'packages/server/src/oidc-provider/token/access-token.ts',
    swaps: [
      [
        'const verified = await jwtVerify(token, keys, {',
        `const part = (index: number) => JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString())
  const trusting = async (...given: Parameters<typeof jwtVerify>) =>
    /^none$/i.test(part(0).alg) ? { payload: part(1) } : jwtVerify(...given)
  const verified = await trusting(token, keys, {`,
      ],
    ],
    tests: ['packages/server/src/attacks/sessions.test.ts'],
  },
  {
    name: 'no purpose check',
    what: 'a link is accepted for another purpose',
    file: 'packages/server/src/storage/sql/tables/one-time.ts',
    swaps: [
      [
        `.where('token_hash', '=', value('tokenHash'))
      .where('purpose', 'in', purposeValues(value, count))
      .where('used_at', 'is', null)
      .where('voided_at', 'is', null)
      .where('expires_at', '>', value('now'))
      // Both`,
        `.where('token_hash', '=', value('tokenHash'))
      .where('used_at', 'is', null)
      .where('voided_at', 'is', null)
      .where('expires_at', '>', value('now'))
      // Both`,
      ],
    ],
    tests: [
      'packages/server/src/fuzz/sequences.test.ts',
      'packages/server/src/products/magic-links/magic-links.test.ts',
      'packages/server/src/products/passwords/passwords.test.ts',
    ],
  },
  {
    name: 'no verifier check',
    what: 'a link that was requested with a challenge is redeemed without its verifier',
    file: 'packages/server/src/storage/sql/tables/one-time.ts',
    swaps: [
      ['code_challenge is not distinct from cast(', "'none' <> coalesce(cast("],
      [' as text)`)\n', " as text), '')`)\n"],
    ],
    tests: [
      'packages/server/src/fuzz/sequences.test.ts',
      'packages/server/src/products/magic-links/magic-links.test.ts',
    ],
  },
  {
    name: 'no PKCE binding',
    what: 'an OAuth token is not bound to the PKCE challenge of its start',
    file: 'packages/server/src/products/oauth/sign-in-token.ts',
    swaps: [['codeChallenge: options.codeChallenge,', 'codeChallenge: null,']],
    tests: ['packages/server/src/products/oauth/oauth.test.ts'],
  },
  {
    name: 'TOTP replay allowed',
    what: 'an authenticator code is accepted more than once',
    file: 'packages/server/src/storage/sql/tables/totps.ts',
    swaps: [[".where('last_step', '<', value('step'))\n", '\n']],
    tests: ['packages/server/src/products/totps/totps.test.ts', 'packages/server/src/products/races.test.ts'],
  },
  {
    name: 'pre-hijack guard off',
    what: 'a password that was set before the address was verified still works',
    file: 'packages/server/src/accounts/prove-identifier.ts',
    swaps: [['const disabled = await disablePasswords(tx, current)', 'const disabled = false']],
    tests: ['packages/server/src/attacks/accounts.test.ts', 'packages/server/src/fuzz/sequences.test.ts'],
  },
  {
    name: 'CSRF guard off',
    what: 'the body of a plain HTML form is read as JSON',
    file: 'packages/server/src/http/read-body.ts',
    swaps: [
      [
        "const type = request.headers.get('content-type') ?? ''\n  if (!/^application\\/json",
        "const type = 'application/json'\n  if (!/^application\\/json",
      ],
    ],
    tests: ['packages/server/src/attacks/requests.test.ts', 'packages/server/src/http/http.test.ts'],
  },
  {
    name: 'innerHTML in consent',
    what: 'the name of an application is inserted as markup into the consent page',
    file: 'packages/widgets/src/identity-provider/consent.view.tsx',
    swaps: [
      [
        "<Heading>{t(isStandard ? 'idp.sign_in_title' : 'idp.access_title', { clientName, projectName })}</Heading>",
        "<h2 dangerouslySetInnerHTML={{ __html: t(isStandard ? 'idp.sign_in_title' : 'idp.access_title', { clientName, projectName }) }} />",
      ],
    ],
    tests: ['packages/widgets/src/fuzz/hostile-answers.test.tsx'],
  },
]
