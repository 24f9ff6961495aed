import { expect, it } from 'vitest'
import { hangingPatterns, shippedPatterns } from './patterns.suite.ts'

/** Texts drawn for each pattern itself, beside those that are tried on all; 20 in the full run. */
const drawn = Math.ceil(Number(process.env.PARSER_FUZZ_RUNS ?? 500) / 2_500)
const length = 200_000
const limitMs = 3_000

/** What would hang over a long text, and the longest that reaches it. */
const reached: { file: string; source: string; longest: number }[] = [
  // Anybody's, cut off before.
  { file: 'packages/server/src/identifiers/email-address.ts', source: '^ +| +$', longest: 320 },
  // By a project's own server, and by its schema.
  { file: 'packages/server/src/admin/project/templates.service.ts', source: '\\{\\{(.*?)\\}\\}', longest: 4_096 },
  // Of our own making: a hash in base64.
  { file: 'packages/server/src/passwords/password-hash.ts', source: '=+$', longest: 256 },
  // Settings of the operator.
  { file: 'packages/server/src/passwords/breach.ts', source: '\\/+$', longest: 2_048 },
  { file: 'packages/contract/src/openapi/document.ts', source: '\\/+$', longest: 2_048 },
  {
    file: 'packages/server/src/delivery/smtp-url.ts',
    source: '^(?:([^<>"\\p{Cc}]*?)\\s*<([^\\s<>@,;]+@[^\\s<>@,;]+)>|([^\\s<>@,;]+@[^\\s<>@,;]+))$',
    longest: 2_048,
  },
]
const patterns = shippedPatterns().map((pattern) => ({
  ...pattern,
  longest: reached.find(({ file, source }) => pattern.place.startsWith(`${file}:`) && pattern.source === source)
    ?.longest,
}))

it('no pattern of ours hangs over a long text, whatever stands in it', { timeout: 1_800_000 }, async () => {
  expect(patterns.length).toBeGreaterThan(200)
  const ofAnyLength = patterns.filter(({ longest }) => longest === undefined)
  // Many are the same in several places: each once.
  const different = [...new Map(ofAnyLength.map((one) => [`${one.source}/${one.flags}`, one])).values()]
  expect(await hangingPatterns(different, { drawn, length, limitMs })).toEqual([])
})

it('what would hang over a long text is reached by short ones alone', { timeout: 600_000 }, async () => {
  const bounded = patterns.filter(({ longest }) => longest !== undefined)
  expect(bounded.map(({ source }) => source).sort()).toEqual(reached.map(({ source }) => source).sort())
  for (const pattern of bounded)
    expect(await hangingPatterns([pattern], { drawn, length: pattern.longest ?? 0, limitMs })).toEqual([])
})

it('a pattern that hangs is found and named, and those after it are tried too', { timeout: 600_000 }, async () => {
  const hanging = ['^(a+)+$', '\\s+$', '^([a-z]+\\.?)*@$', '<!--[^]*-->']
  const sound = ['^a+$', '^\\s+', '@']
  const madeUp = [...hanging, ...sound].map((source, at) => ({ place: `made up:${at}`, source, flags: 'g' }))
  const found = await hangingPatterns(madeUp, { drawn: 2, length, limitMs: 1_000 })
  expect(found).toEqual(hanging.map((source, at) => `made up:${at} /${source}/`))
})
