import MiniSearch from 'minisearch'

/** A section of a page, as in `search.json`, which the build writes. */
export interface Section {
  /** The address below `/docs/`, with the anchor: `widgets#themes`. */
  path: string
  page: string
  /** Empty for the part before the first section. */
  heading: string
  text: string
  kind: SectionKind
}

/** A page that explains, the page of an error, or a generated page: of the HTTP or TypeScript API, or of a file. */
export type SectionKind = 'guide' | 'error' | 'api'

export interface SearchResult {
  path: string
  page: string
  heading: string
  /** The part of the text around the first word that was found. */
  excerpt: string
}

/** Words of a question that do not say what it is about. */
const fillers = new Set(
  'a an and are as at be can do does for from get how i if in into is it me my of on or our the their there this to use using want we what when where which who why will with without work you your'.split(
    ' ',
  ),
)

/** Other words for a concept of the documentation. Both are searched. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  '2fa': ['mfa'],
  twofactor: ['mfa'],
  otp: ['passcode'],
  authenticator: ['totp'],
  availability: ['machine'],
  bot: ['captcha'],
  brand: ['theming'],
  color: ['theming'],
  css: ['theming'],
  custom: ['own'],
  dark: ['theming'],
  darkmode: ['dark', 'theming'],
  deploy: ['production', 'running'],
  duration: ['lifetime'],
  env: ['environment'],
  expiration: ['lifetime'],
  expire: ['lifetime'],
  expiry: ['lifetime'],
  gdpr: ['personal'],
  helm: ['kubernetes'],
  k8s: ['kubernetes'],
  keep: ['lifetime'],
  language: ['localization'],
  length: ['lifetime'],
  i18n: ['localization'],
  login: ['sign'],
  logout: ['sign'],
  signin: ['sign'],
  signout: ['sign'],
  signup: ['sign'],
  postgres: ['postgresql'],
  replica: ['machine'],
  role: ['rbac'],
  sms: ['message'],
  smtp: ['email'],
  stay: ['lifetime'],
  style: ['theming'],
  remember: ['lifetime'],
  timeout: ['lifetime'],
  translate: ['localization'],
  webauthn: ['passkey'],
}

/** Camel case and underscores separate words too: `loginOrCreate` is found by "create". */
function wordsOf(term: string): string[] {
  const parts = term.split(/_+|(?<=[a-z\d])(?=[A-Z])/).map((part) => part.toLowerCase())
  const whole = term.toLowerCase()
  return [...new Set([whole, ...(parts.length > 1 ? parts.filter((part) => part.length > 1) : [])])].map(singular)
}

/** "roles" finds "role". The same rule for text and query, so it need not be right. */
const singular = (word: string): string => (/[^su]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word)

/** The words of a query that say what it is about, or all of them. */
function askedIn(query: string): string[] {
  const words = tokens(query).map((word) => singular(word.toLowerCase()))
  const meant = words.filter((word) => !fillers.has(word))
  return meant.length > 0 ? meant : words
}

const tokens = (text: string): string[] => text.match(/[\p{L}\p{N}_]+/gu) ?? []

export class SearchIndex {
  readonly #index: MiniSearch
  readonly #sections: readonly Section[]

  constructor(sections: readonly Section[]) {
    this.#sections = sections
    this.#index = new MiniSearch({
      fields: ['heading', 'page', 'text'],
      tokenize: tokens,
      processTerm: (term) => wordsOf(term),
    })
    this.#index.addAll(sections.map(({ heading, page, text }, id) => ({ id, heading: heading || page, page, text })))
  }

  /**
   * The best sections first. Every word counts more than some of them, and a guide more than the API, unless the query
   * names an export.
   */
  find(query: string, limit = 12): SearchResult[] {
    const asked = askedIn(query)
    if (asked.length === 0) return []
    const complete = new Set(this.#search(asked, 'AND').map(({ id }) => id))
    const hits = this.#search(asked, 'OR').flatMap(({ id, score }) => {
      const section = this.#sections[Number(id)]
      if (section === undefined) return []
      const isApi = section.kind === 'api' && !names(query, section)
      return [{ section, rank: score * (complete.has(id) ? completeWeight : 1) * (isApi ? apiWeight : 1) }]
    })
    const sections = hits.sort((one, other) => other.rank - one.rank).map(({ section }) => section)
    return [...sections.filter((section) => !isList(section)), ...sections.filter(isList)]
      .slice(0, limit)
      .map(({ path, page, heading, text }) => ({ path, page, heading, excerpt: excerptOf(text, asked) }))
  }

  /** Whether a section has every word of the query as it is written, or a synonym. */
  hasExactMatch(query: string): boolean {
    const asked = askedIn(query)
    return asked.length > 0 && this.#search(asked, 'AND', { isFuzzy: false }).length > 0
  }

  #occurs(word: string): boolean {
    return this.#index.search(word, { tokenize: (text) => [text], processTerm: (term) => term }).length > 0
  }

  #search(words: readonly string[], combineWith: 'AND' | 'OR', { isFuzzy = true } = {}) {
    const isLast = (index: number): boolean => index === words.length - 1
    const queries = words.map((word, index) => ({
      combineWith: 'OR' as const,
      queries: [word, ...(synonyms[word] ?? []).map(singular)],
      // The last word may not be complete yet. Any other word that occurs is not misspelled.
      prefix: (isLast(index) && word.length > 3) || !this.#occurs(word),
      fuzzy: isFuzzy && word.length > 4 && !this.#occurs(word) ? 0.2 : false,
    }))
    return this.#index.search(
      { combineWith, queries },
      {
        tokenize: (text) => [text],
        processTerm: (term) => term.toLowerCase(),
        boost: { heading: 5, page: 2.5, text: 1 },
        weights: { prefix: 0.4, fuzzy: 0.2 },
        boostDocument: (id) => weightOf(this.#sections[Number(id)]),
      },
    )
  }
}

const isName = (word: string): boolean => /[a-z\d][A-Z]|_/.test(word)

/** Whether a word of the query is an identifier: one in camelCase or snake_case, or the heading in any case. */
const names = (query: string, { heading }: Section): boolean =>
  tokens(query).some((word) => isName(word) || (isName(heading) && word.toLowerCase() === heading.toLowerCase()))

function weightOf(section: Section | undefined): number {
  if (section?.kind === 'guide') return 1
  // The sections of an error are called "Cause" and "Fix": the page says more.
  return section?.kind === 'error' && section.heading !== '' ? 0.15 : 0.35
}

/** Lists of links, and the changelog, contain the words of every page. */
const isList = ({ path }: Section): boolean =>
  /^(#|$|short-answers#all-questions$|packages#documentation$|changelog\b|reference\/(api|http)\/$)/.test(path)

/** A section with every word of the query counts this much more than one with some of them. */
const completeWeight = 2
/** A section of the API that the query does not name counts this much of one of a guide. */
const apiWeight = 0.1

const excerptLength = 150

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase()
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((index) => index >= 0))
  const start = Number.isFinite(first) ? Math.max(0, text.lastIndexOf(' ', Math.max(0, first - 50)) + 1) : 0
  const part = text.slice(start, start + excerptLength)
  const end = start + excerptLength < text.length ? part.lastIndexOf(' ') : part.length
  return `${start > 0 ? '… ' : ''}${part.slice(0, end)}${end < part.length ? ' …' : ''}`
}
