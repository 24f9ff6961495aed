import { writeFileSync } from 'node:fs'
import { measureAuthorize } from './authorize.ts'
import { measureBusiness } from './business.ts'
import { membershipCounts } from './business-fixtures.ts'
import { measureEnumerationTiming } from './enumeration-timing.ts'
import { measureMount } from './mount.ts'
import { measurePasswords } from './passwords.ts'
import { measureRefresh } from './refresh.ts'
import { measureSaml } from './saml.ts'
import { measureSecondFactors } from './second-factors.ts'
import { type SectionName, sectionNames } from './sections.ts'
import { measureSizes } from './sizes.ts'
import { measureSso } from './sso.ts'
import { measureStarts } from './starts.ts'
import { measureTracing } from './tracing.ts'
import { measureVerifyRequest } from './verify-request.ts'

const [bareServer, signedInServer, businessServer, ssoServer, rawHashes, oidcProvider, provider, bundles, ...chosen] =
  process.argv.slice(2)
if (
  !bareServer ||
  !signedInServer ||
  !businessServer ||
  !ssoServer ||
  !rawHashes ||
  !oidcProvider ||
  !provider ||
  !bundles
)
  throw new Error('run by tools/bench.mjs')

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(2)} kB`
const check = (isMet: boolean): string => (isMet ? '✓' : '✗')
const ratio = (value: number, goal: number): string =>
  `**${value.toFixed(2)}×** | ≥ ${goal.toFixed(2)}× ${check(value >= goal)} |`
const isNear = (auc: number): boolean => Math.abs(auc - 0.5) <= 0.06
const lines = [
  '# Measured',
  '',
  'Ratios are taken in one run, over interleaved pairs; read them, not the absolutes.',
  '',
]

const sections: Readonly<Record<SectionName, () => Promise<void>>> = {
  async sizes() {
    lines.push('## Size (gzip)', '', '| what | size | goal here |', '|---|---|---|')
    for (const { what, bytes, goal } of measureSizes(bundles)) {
      const target = goal === undefined ? '' : `< ${kilobytes(goal)} ${bytes < goal ? '✓' : '✗'}`
      lines.push(`| ${what} | ${kilobytes(bytes)} | ${target} |`)
    }
  },
  async mount() {
    const mount = await measureMount(bundles)
    const { products, cpu } = mount
    lines.push(
      '',
      '## The login widget on a page',
      '',
      '| what | measured | goal |',
      '|---|---|---|',
      `| first script to an input that accepts text, ${mount.throttle}× CPU throttle, median of ${mount.pairs} | ${mount.loginMs.toFixed(0)} ms | |`,
      `| the same for an empty Preact form, interleaved | ${mount.preactMs.toFixed(0)} ms | |`,
      `| ratio of the medians | **${mount.ratio.toFixed(2)}×** | ≤ 2.5× ${check(mount.ratio <= 2.5)} |`,
      `| the React widget and an empty React form, in the same way | ${mount.react.loginMs.toFixed(0)}, ${mount.react.formMs.toFixed(0)} ms | |`,
      `| ratio of the medians | **${mount.react.ratio.toFixed(2)}×** | ≤ 1.6× ${check(mount.react.ratio <= 1.6)} |`,
      `| tasks over 50 ms at full speed: stand-alone, React | ${mount.longTasks.standalone}, ${mount.longTasks.react} | 0 ${check(mount.longTasks.standalone + mount.longTasks.react === 0)} |`,
      `| main-thread time until the page is idle: plain form, Preact form, login | ${cpu.plainMs.toFixed(0)}, ${cpu.preactMs.toFixed(0)}, ${cpu.loginMs.toFixed(0)} ms | |`,
      `| API responses before the form is shown (requests started, without waiting for them: ${mount.callsBefore.length}) | ${mount.answersBefore} | 0 ${check(mount.answersBefore === 0)} |`,
      `| layout shift | ${mount.layoutShift} | 0 ${check(mount.layoutShift === 0)} |`,
      `| keys typed from the moment the input is shown, and kept | ${mount.keys.struck}, ${mount.keys.kept} | all ${check(mount.keys.struck === mount.keys.kept)} |`,
      `| first load with magic links; with passcodes by SMS as well | ${kilobytes(products.first.before)}; ${kilobytes(products.both.before)} | the same ${check(products.first.before === products.both.before)} |`,
      `| loaded later, when the page is idle | ${kilobytes(products.first.later)}; ${kilobytes(products.both.later)} | |`,
    )
  },
  async refresh() {
    const refresh = await measureRefresh({ bareServer, providerServer: signedInServer })
    lines.push(
      '',
      '## `sessions/authenticate` against bare node:http + SQLite update + ES256',
      '',
      '| pair | bare /s | provider /s | ratio |',
      '|---|---|---|---|',
      ...refresh.pairs.map(
        ({ bare, provider }, index) =>
          `| ${index + 1} | ${bare.toFixed(0)} | ${provider.toFixed(0)} | ${(provider / bare).toFixed(2)} |`,
      ),
      '',
      `Median ratio **${refresh.medianRatio.toFixed(2)}×** (goal ≥ 0.35×) ${refresh.medianRatio >= 0.35 ? '✓' : '✗'}, ${refresh.refused} responses other than 200.`,
    )
  },
  async business() {
    const business = await measureBusiness({ server: signedInServer, businessServer })
    const { refresh, discovery } = business
    lines.push(
      '',
      '## Business projects, by the CPU time of the server per response',
      '',
      '| what | the two, ms of CPU | ratio | goal |',
      '|---|---|---|---|',
      `| the rate of \`b2b/sessions/authenticate\` against \`sessions/authenticate\` | ${refresh.second.toFixed(3)}, ${refresh.first.toFixed(3)} | ${ratio(1 / refresh.medianRatio, 0.85)}`,
      `| the time to list ${membershipCounts.many} organizations of an address against ${membershipCounts.one} | ${discovery.second.toFixed(3)}, ${discovery.first.toFixed(3)} | **${discovery.medianRatio.toFixed(2)}×** | ≤ 8× ${check(discovery.medianRatio <= 8)} |`,
      '',
      `${refresh.refused + discovery.refused} responses other than 200.`,
    )
  },
  async secondFactors() {
    const { userMs, memberMs, medianRatio, admissionUs } = await measureSecondFactors()
    lines.push(
      '',
      '## Second factors, by the CPU time of the process',
      '',
      '| what | measured | ratio | goal |',
      '|---|---|---|---|',
      `| a code of an authenticator app with an unfinished sign-in of a member, against one with the session of a user | ${memberMs.toFixed(3)}, ${userMs.toFixed(3)} ms | ${ratio(1 / medianRatio, 0.8)}`,
      `| the decision about an admission | ${admissionUs.toFixed(2)} µs | | ≤ 5 µs ${check(admissionUs <= 5)} |`,
    )
  },
  async tracing() {
    const traced = await measureTracing(signedInServer)
    lines.push(
      '',
      '## `sessions/authenticate` with traces through OpenTelemetry, whose exporter discards them',
      '',
      '| what | median /s | median ratio |',
      '|---|---|---|',
      ...traced.map(({ what, perSecond, ratio }) => `| ${what} | ${perSecond.toFixed(0)} | **${ratio.toFixed(2)}×** |`),
      '',
      `${traced.reduce((sum, { refused }) => sum + refused, 0)} responses other than 200.`,
    )
  },
  async saml() {
    const { ourMs, nodeSamlMs, medianRatio, hostile, metadataMs } = await measureSaml()
    const signIns = await measureSso(ssoServer)
    lines.push(
      '',
      '## SAML, by the CPU time of the process',
      '',
      '| what | measured | goal |',
      '|---|---|---|',
      `| a signed response: our reader, node-saml 5.1.0 | ${ourMs.toFixed(2)}, ${nodeSamlMs.toFixed(2)} ms | |`,
      `| median ratio | **${medianRatio.toFixed(2)}×** | ≤ 0.20× ${check(medianRatio <= 0.2)} |`,
      `| the most expensive hostile document (${hostile.what}) | ${hostile.ms.toFixed(1)} ms | ≤ 20 ms ${check(hostile.ms <= 20)} |`,
      `| rejected metadata of 1 MB with 500 certificates | ${metadataMs.toFixed(2)} ms | < 50 ms ${check(metadataMs < 50)} |`,
      `| a sign-in of a member by magic link (send and redeem), with a response (ACS and redeem) | ${signIns.first.toFixed(2)}, ${signIns.second.toFixed(2)} ms of the server | |`,
      `| the rate of the second against the first | ${ratio(1 / signIns.medianRatio, 0.5)}`,
      '',
      `${signIns.refused} responses other than 200.`,
    )
  },
  async verifyRequest() {
    const verified = await measureVerifyRequest()
    lines.push(
      '',
      '## `verifyRequest` of the backend against bare `jwtVerify` of jose, in one process',
      '',
      `${verified.bare.toFixed(0)} and ${verified.backend.toFixed(0)} calls/s, median ratio **${verified.medianRatio.toFixed(2)}×** (goal ≥ 0.90×) ${check(verified.medianRatio >= 0.9)}.`,
    )
  },
  async passwords() {
    const passwords = await measurePasswords({ rawHashes, server: signedInServer })
    lines.push(
      '',
      '## Passwords against the raw hash rate of the same cores, eight at once',
      '',
      '| what | median ratio | goal |',
      '|---|---|---|',
      `| sign-ins per raw comparison | ${ratio(passwords.signIn, 0.85)}`,
      `| sign-ups per raw hash | ${ratio(passwords.signUp, 0.85)}`,
      `| session checks during eight concurrent sign-ins, relative to those without | ${ratio(passwords.checksDuringSignIns, 0.25)}`,
      '',
      `${passwords.refused} responses other than 200.`,
    )
  },
  async enumeration() {
    lines.push(
      '',
      '## Does the response time reveal whether an account exists?',
      '',
      'A strict project, with pairs of an existing account and an unknown address in random order. The last column is how',
      'often the existing account takes longer: 0.5 if the time reveals nothing. Wrong passwords have fewer pairs: each is a',
      'hash, and ten in a row lock an account.',
      '',
      '| call | pairs | known, unknown, median ms | ratio (goal ≤ 1.10×) | known takes longer (goal 0.50 ± 0.06) |',
      '|---|---|---|---|---|',
      ...(await measureEnumerationTiming(signedInServer)).map(
        ({ what, pairs, knownMs, unknownMs, ratio, auc }) =>
          `| ${what} | ${pairs} | ${knownMs.toFixed(2)}, ${unknownMs.toFixed(2)} | **${ratio.toFixed(2)}×** ${check(ratio <= 1.1)} | **${auc.toFixed(2)}** ${check(isNear(auc))} |`,
      ),
    )
  },
  async authorize() {
    const authorize = await measureAuthorize({ peer: oidcProvider, providerServer: signedInServer })
    lines.push(
      '',
      '## From an authorization request to tokens, against oidc-provider 9.13.3 on its memory adapter',
      '',
      'Signed-in user, stored consent, PKCE S256, `client_secret_basic`, ES256; Latchkey on SQLite. A pair is the',
      'authorization request that returns a code, and the token request. The full flow has one more request: the',
      'authorization endpoint, which stores the request and redirects the browser to the consent page of the project.',
      '',
      '| pair | oidc-provider /s | provider /s | ratio | full flow /s | ratio |',
      '|---|---|---|---|---|---|',
      ...authorize.pairs.map(
        ({ peer, provider, whole }, index) =>
          `| ${index + 1} | ${peer.toFixed(0)} | ${provider.toFixed(0)} | ${(provider / peer).toFixed(2)} | ${whole.toFixed(0)} | ${(whole / peer).toFixed(2)} |`,
      ),
      '',
      `Median ratio **${authorize.medianRatio.toFixed(2)}×** (goal ≥ 1.00×) ${check(authorize.medianRatio >= 1)}, of the full flow ${authorize.medianWhole.toFixed(2)}×; ${authorize.refused} responses other than 200.`,
    )
  },
  async starts() {
    const starts = await measureStarts({ bareServer, provider })
    lines.push('', '## Start to ready, and memory', '', '| what | start, median ms | RSS idle |', '|---|---|---|')
    for (const { what, readyMs, rssMegabytes } of starts) {
      lines.push(`| ${what} | ${readyMs.toFixed(0)} | ${rssMegabytes.toFixed(0)} MB |`)
    }
  },
}

const names = sectionNames.filter((name) => chosen.length === 0 || chosen.includes(name))
for (const name of names) await sections[name]()
const report = `${lines.join('\n')}\n`
if (chosen.length === 0) writeFileSync('bench/results.md', report)
console.log(report)
