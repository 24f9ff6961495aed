import { describe, expect, it } from 'vitest'
import { SearchIndex } from './search-index.ts'
import { sectionsOf } from './sections.ts'

const page = (path: string, title: string, text: string) => sectionsOf({ path, title, text: `# ${title}\n\n${text}` })

const index = new SearchIndex([
  ...page('mfa', 'Second factors', '## Require one (MFA)\n\nAsk for an authenticator app, such as TOTP.'),
  ...page('server-side', 'Sessions on your server', '## Sign a user out on all devices\n\nEnds every session.'),
  ...page('cors', 'Origins, CORS and CSP', 'Which pages may call the provider.\n\n## Authorized origins\n\nAdd one.'),
  ...page('reference/api/client', '@latchkey/client', '### otps.loginOrCreate\n\nSends a code. CORS.'),
])

const paths = (query: string): string[] => index.find(query).map(({ path }) => path)

it('leaves comments out of the text of a section', () => {
  expect(page('widgets', 'Widgets', 'Before.\n\n<!-- live widget -->\n\nAfter.')[0]?.text).toBe('Before. After.')
})

describe('SearchIndex', () => {
  it('finds a section by a question, ignoring the words between', () => {
    expect(paths('how do I sign a user out on all devices?')[0]).toBe('server-side#sign-a-user-out-on-all-devices')
  })

  it('finds pages by synonyms, plural forms, beginnings of words and misspelled words', () => {
    expect([paths('2FA')[0], paths('origin')[0], paths('authentic')[0], paths('authentcator')[0]]).toEqual([
      'mfa#require-one-mfa',
      'cors#authorized-origins',
      'mfa#require-one-mfa',
      'mfa#require-one-mfa',
    ])
  })

  it('finds a synonym that the index has in the singular', () => {
    const pages = new SearchIndex([...page('deploy', 'Kubernetes', 'Two pods.'), ...page('other', 'Other', 'Nothing.')])
    expect(['k8s', 'helm'].map((query) => pages.find(query).map(({ path }) => path))).toEqual([['deploy'], ['deploy']])
  })

  it('finds the lifetime of sessions by other words for it', () => {
    const lifetime = page('client', 'The client', '## Session lifetime\n\nIt ends at a fixed time.')
    const pages = new SearchIndex([...page('server', 'Server', '## The session\n\nIts user and roles.'), ...lifetime])
    const queries = ['session length', 'session duration', 'session expiry', 'session expires', 'keep session']
    expect(queries.map((query) => pages.find(query)[0]?.path)).toEqual(queries.map(() => 'client#session-lifetime'))
  })

  it('finds a part of a name in camel case, and lists the reference below pages that explain', () => {
    expect([paths('create'), paths('cors').at(-1)]).toEqual([
      ['reference/api/client#otpsloginorcreate'],
      'reference/api/client#otpsloginorcreate',
    ])
  })

  it('lists guides above the API, unless the query names an export', () => {
    const questions = new SearchIndex([
      ...page('client', 'The client', '## Lifetime\n\nHow long a session lasts. Set it in the session options.'),
      ...page('reference/api/widgets', '@latchkey/widgets', '### SessionOptions\n\nHow long a session lasts: options.'),
    ])
    const best = (query: string) => questions.find(query)[0]?.path
    expect([best('session options'), best('sessionoptions'), best('SessionOptions')]).toEqual([
      'client#lifetime',
      'reference/api/widgets#sessionoptions',
      'reference/api/widgets#sessionoptions',
    ])
  })

  it('lists the page of an error above its sections', () => {
    const error = page('errors/otp_not_found', 'otp_not_found', '## Example\n\notp_not_found otp_not_found')
    expect(new SearchIndex(error).find('otp not found')[0]?.path).toBe('errors/otp_not_found')
  })

  it('lists the first page, which names every topic, below the page of a topic', () => {
    const first = page('index', 'Documentation', '## Where do I find\n\ntotp, totp, totp')
    const own = page('second', 'Second', 'totp')
    expect(new SearchIndex([...first, ...own]).find('totp')[0]?.path).toBe('second')
  })

  it('shows the text around the word', () => {
    expect(index.find('totp')).toEqual([
      {
        path: 'mfa#require-one-mfa',
        page: 'Second factors',
        heading: 'Require one (MFA)',
        excerpt: 'Ask for an authenticator app, such as TOTP.',
      },
    ])
  })

  it('lists the page about a topic above one that has more of the words', () => {
    const next = page('nextjs', 'Next.js', '## Next.js on the server\n\nThe page has the session of the user.')
    const other = 'Try all widgets next to an inbox. '.repeat(20)
    const playground = page('start', 'Start', `## Playground\n\n${other} The page, the server, a known user, and JS.`)
    expect(new SearchIndex([...playground, ...next]).find('Next.js server page known user')[0]?.path).toBe(
      'nextjs#nextjs-on-the-server',
    )
  })

  it('knows whether a section has every word as it is written', () => {
    const queries = ['totp authenticator app', 'how do I use 2fa?', 'authentcator', 'totp cors', 'xyzzy', '']
    expect(queries.map((query) => index.hasExactMatch(query))).toEqual([true, true, false, false, false, false])
  })

  it('finds nothing without words', () => {
    expect([paths(''), paths('  ?'), paths('xyzzy')]).toEqual([[], [], []])
  })
})

describe('sectionsOf', () => {
  it('splits a page at its headings, with the anchors of GitHub and without the text of links and code marks', () => {
    const text = [
      '# Title',
      'Read [this](a.md) and `that`.',
      '## 1. Start `node:http`',
      '```sh',
      '# a comment',
      '```',
      '### Start',
      '| a | b |',
      '|---|---|',
      '| 1 | 2 |',
      '## Start',
      'Again.',
    ].join('\n')
    const shared = { page: 'Title', kind: 'guide' }
    expect(sectionsOf({ path: 'guides/index', title: 'Title', text })).toEqual([
      { ...shared, path: 'guides/', heading: '', text: 'Read this and that .' },
      { ...shared, path: 'guides/#1-start-nodehttp', heading: '1. Start node:http', text: 'a comment' },
      { ...shared, path: 'guides/#start', heading: 'Start', text: 'a b 1 2' },
      { ...shared, path: 'guides/#start-1', heading: 'Start', text: 'Again.' },
    ])
  })
})
