import type { Strings } from '@latchkey/widgets'
import type { LocaleName } from './locale-names.ts'

const locales: Readonly<Record<LocaleName, () => Promise<Strings>>> = {
  ar: () => import('@latchkey/widgets/locales/ar').then(({ ar }) => ar),
  de: () => import('@latchkey/widgets/locales/de').then(({ de }) => de),
  // Built in.
  en: () => Promise.resolve({}),
  'en-plain': () => import('@latchkey/widgets/locales/en-plain').then(({ enPlain }) => enPlain),
  es: () => import('@latchkey/widgets/locales/es').then(({ es }) => es),
  fr: () => import('@latchkey/widgets/locales/fr').then(({ fr }) => fr),
  he: () => import('@latchkey/widgets/locales/he').then(({ he }) => he),
  hi: () => import('@latchkey/widgets/locales/hi').then(({ hi }) => hi),
  it: () => import('@latchkey/widgets/locales/it').then(({ it }) => it),
  ja: () => import('@latchkey/widgets/locales/ja').then(({ ja }) => ja),
  ko: () => import('@latchkey/widgets/locales/ko').then(({ ko }) => ko),
  nl: () => import('@latchkey/widgets/locales/nl').then(({ nl }) => nl),
  pl: () => import('@latchkey/widgets/locales/pl').then(({ pl }) => pl),
  'pt-br': () => import('@latchkey/widgets/locales/pt-br').then(({ ptBr }) => ptBr),
  tr: () => import('@latchkey/widgets/locales/tr').then(({ tr }) => tr),
  'zh-cn': () => import('@latchkey/widgets/locales/zh-cn').then(({ zhCn }) => zhCn),
}

/** Loads the strings of a locale, which are a separate chunk. */
export function loadLocale(name: LocaleName): Promise<Strings> {
  return locales[name]()
}
