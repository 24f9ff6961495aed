import type { B2bStrings } from '@latchkey/widgets/b2b'
import type { LocaleName } from './locale-names.ts'

const locales: Readonly<Record<LocaleName, () => Promise<B2bStrings>>> = {
  ar: () => import('@latchkey/widgets/b2b/locales/ar').then(({ ar }) => ar),
  de: () => import('@latchkey/widgets/b2b/locales/de').then(({ de }) => de),
  // Built in.
  en: () => Promise.resolve({}),
  // The texts of business projects are plain already.
  'en-plain': () => import('@latchkey/widgets/locales/en-plain').then(({ enPlain }) => enPlain),
  es: () => import('@latchkey/widgets/b2b/locales/es').then(({ es }) => es),
  fr: () => import('@latchkey/widgets/b2b/locales/fr').then(({ fr }) => fr),
  he: () => import('@latchkey/widgets/b2b/locales/he').then(({ he }) => he),
  hi: () => import('@latchkey/widgets/b2b/locales/hi').then(({ hi }) => hi),
  it: () => import('@latchkey/widgets/b2b/locales/it').then(({ it }) => it),
  ja: () => import('@latchkey/widgets/b2b/locales/ja').then(({ ja }) => ja),
  ko: () => import('@latchkey/widgets/b2b/locales/ko').then(({ ko }) => ko),
  nl: () => import('@latchkey/widgets/b2b/locales/nl').then(({ nl }) => nl),
  pl: () => import('@latchkey/widgets/b2b/locales/pl').then(({ pl }) => pl),
  'pt-br': () => import('@latchkey/widgets/b2b/locales/pt-br').then(({ ptBr }) => ptBr),
  tr: () => import('@latchkey/widgets/b2b/locales/tr').then(({ tr }) => tr),
  'zh-cn': () => import('@latchkey/widgets/b2b/locales/zh-cn').then(({ zhCn }) => zhCn),
}

/** Loads the strings of a locale for business projects, which are a separate chunk. */
export function loadB2bLocale(name: LocaleName): Promise<B2bStrings> {
  return locales[name]()
}
