import { describe, expect, it } from 'vitest'
import { ar as arOfBusiness } from '../b2b-login/locales/ar.ts'
import { de as deOfBusiness } from '../b2b-login/locales/de.ts'
import { es as esOfBusiness } from '../b2b-login/locales/es.ts'
import { fr as frOfBusiness } from '../b2b-login/locales/fr.ts'
import { he as heOfBusiness } from '../b2b-login/locales/he.ts'
import { hi as hiOfBusiness } from '../b2b-login/locales/hi.ts'
import { it as itOfBusiness } from '../b2b-login/locales/it.ts'
import { ja as jaOfBusiness } from '../b2b-login/locales/ja.ts'
import { ko as koOfBusiness } from '../b2b-login/locales/ko.ts'
import { nl as nlOfBusiness } from '../b2b-login/locales/nl.ts'
import { pl as plOfBusiness } from '../b2b-login/locales/pl.ts'
import { ptBr as ptBrOfBusiness } from '../b2b-login/locales/pt-br.ts'
import { tr as trOfBusiness } from '../b2b-login/locales/tr.ts'
import { zhCn as zhCnOfBusiness } from '../b2b-login/locales/zh-cn.ts'
import { b2bLoginStrings } from '../b2b-login/text/b2b-login.strings.ts'
import type { B2bLocale } from '../b2b-login/text/b2b-strings.ts'
import { ar } from '../locales/ar.ts'
import { de } from '../locales/de.ts'
import { en } from '../locales/en.ts'
import { es } from '../locales/es.ts'
import { fr } from '../locales/fr.ts'
import { he } from '../locales/he.ts'
import { hi } from '../locales/hi.ts'
import { it as italian } from '../locales/it.ts'
import { ja } from '../locales/ja.ts'
import { ko } from '../locales/ko.ts'
import { nl } from '../locales/nl.ts'
import { pl } from '../locales/pl.ts'
import { ptBr } from '../locales/pt-br.ts'
import { tr } from '../locales/tr.ts'
import { zhCn } from '../locales/zh-cn.ts'
import { ar as arOfOrganization } from '../organization/locales/ar.ts'
import { de as deOfOrganization } from '../organization/locales/de.ts'
import { es as esOfOrganization } from '../organization/locales/es.ts'
import { fr as frOfOrganization } from '../organization/locales/fr.ts'
import { he as heOfOrganization } from '../organization/locales/he.ts'
import { hi as hiOfOrganization } from '../organization/locales/hi.ts'
import { it as itOfOrganization } from '../organization/locales/it.ts'
import { ja as jaOfOrganization } from '../organization/locales/ja.ts'
import { ko as koOfOrganization } from '../organization/locales/ko.ts'
import { nl as nlOfOrganization } from '../organization/locales/nl.ts'
import { pl as plOfOrganization } from '../organization/locales/pl.ts'
import { ptBr as ptBrOfOrganization } from '../organization/locales/pt-br.ts'
import { tr as trOfOrganization } from '../organization/locales/tr.ts'
import { zhCn as zhCnOfOrganization } from '../organization/locales/zh-cn.ts'
import {
  membersStrings,
  organizationStrings,
  settingsStrings,
  ssoStrings,
  switcherStrings,
} from '../organization/text/organization.strings.ts'
import type { OrganizationLocale } from '../organization/text/organization-text.ts'
import type { Locale } from '../strings.ts'
import { createTranslate } from './text.ts'

type Texts = Readonly<Record<string, string>>

const consumer: Readonly<Record<string, Locale>> = {
  ...{ ar, de, es, fr, he, hi, it: italian, ja, ko, nl, pl, tr },
  ...{ 'pt-BR': ptBr, 'zh-CN': zhCn },
}

/** They contain the texts of consumer projects. */
const business: Readonly<Record<string, B2bLocale>> = {
  ...{ ar: arOfBusiness, de: deOfBusiness, es: esOfBusiness, fr: frOfBusiness, he: heOfBusiness, hi: hiOfBusiness },
  ...{ it: itOfBusiness, ja: jaOfBusiness, ko: koOfBusiness, nl: nlOfBusiness, pl: plOfBusiness, tr: trOfBusiness },
  ...{ 'pt-BR': ptBrOfBusiness, 'zh-CN': zhCnOfBusiness },
}

/** They contain the texts of the login widget. */
const organization: Readonly<Record<string, OrganizationLocale>> = {
  ar: arOfOrganization,
  de: deOfOrganization,
  es: esOfOrganization,
  fr: frOfOrganization,
  he: heOfOrganization,
  hi: hiOfOrganization,
  it: itOfOrganization,
  ja: jaOfOrganization,
  ko: koOfOrganization,
  nl: nlOfOrganization,
  pl: plOfOrganization,
  'pt-BR': ptBrOfOrganization,
  tr: trOfOrganization,
  'zh-CN': zhCnOfOrganization,
}

const translations: [string, string, Texts, Texts][] = [
  ...Object.entries(consumer).map(([tag, texts]): [string, string, Texts, Texts] => [tag, 'consumer', texts, en]),
  ...Object.entries(business).map(([tag, texts]): [string, string, Texts, Texts] => [
    ...([tag, 'business', texts] as const),
    { ...en, ...b2bLoginStrings },
  ]),
  ...Object.entries(organization).map(([tag, texts]): [string, string, Texts, Texts] => [
    ...([tag, 'organization', texts] as const),
    {
      ...en,
      ...b2bLoginStrings,
      ...organizationStrings,
      ...switcherStrings,
      ...membersStrings,
      ...settingsStrings,
      ...ssoStrings,
    },
  ]),
]

/** Names, codes and symbols that are the same in all languages. */
const sameEverywhere = ['tab.whatsapp', 'phone.placeholder', 'email.placeholder']

/** Loan words that are the same as in English. */
const sameHere: Readonly<Record<string, readonly string[]>> = {
  de: ['locale.direction'],
  es: ['idp.no'],
  it: ['password.label', 'idp.no'],
  ja: ['watermark'],
}

/** Forms that a language must not mix: polite and familiar, two regions, or two words for one thing. */
const mixed: Readonly<Record<string, RegExp>> = {
  de: /\b(Sie|Ihnen|Ihre?[mnrs]?)\b|Sieh in|erforderlicher Parameter/,
  fr: /\(e\)|\b(tu|ton|ta|tes|toi)\b/i,
  es: /billetera|\b(usted|su cuenta|ingresa|celular|enviamos)\b/i,
  ja: /端末|パラメータ(?!ー)|[ぁ-んァ-ンー一-龠]: /,
}

const placeholders = (text: string): string[] => [...new Set(text.match(/\{\w+(?=[:}])/g))].sort()

const shape = (texts: Readonly<Record<string, string>>): string[] =>
  Object.entries(texts)
    .map(([key, text]) => [key, ...placeholders(text)].join(' '))
    .sort()

describe.each(translations)('the language %s of %s projects', (tag, _, texts, english) => {
  it('has every text, with the same placeholders', () => {
    expect(shape(texts)).toEqual(shape(english))
  })

  it('declares its language tag and direction', () => {
    expect([texts['locale.language'], texts['locale.direction']]).toEqual([
      tag,
      tag === 'ar' || tag === 'he' ? 'rtl' : 'ltr',
    ])
  })

  it('isolates phone numbers in right-to-left languages, so that their plus sign stays in front', () => {
    const bare = Object.values(texts).filter((text) => /(?<!\u2066)\+\d/.test(text))
    expect(texts['locale.direction'] === 'rtl' ? bare : []).toEqual([])
    expect(texts['error.invalid_phone_number']).toMatch(/\+\d/)
  })

  it('has no empty text and none in English', () => {
    const same = Object.entries(texts).filter(([key, text]) => text === '' || text === english[key])
    const allowed = ['locale.direction', ...sameEverywhere, ...(sameHere[tag] ?? [])]
    expect(same.map(([key]) => key).filter((key) => !allowed.includes(key))).toEqual([])
  })

  it('has a form for each of its plural categories', () => {
    const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions()
    const told = Object.values(texts).flatMap((text) => text.match(/\{\w+:[^}]*\}/g) ?? [])
    for (const forms of told) {
      const named = [...forms.matchAll(/[:;](\w+)=/g)].map(([, name]) => String(name))
      expect(named.filter((name) => !pluralCategories.includes(name as Intl.LDMLPluralRule))).toEqual([])
      expect(named).toContain('other')
    }
    const t = createTranslate({ 'strength.luds_length': '{count}' } as const, texts)
    for (const count of ['1', '2', '8', '21', '100']) {
      expect(t('strength.luds_length', { count })).toMatch(new RegExp(`^[^{}]*${count}[^{}]*$`))
    }
  })

  it('uses one form of address and one word for each thing', () => {
    const pattern = mixed[tag]
    expect(Object.entries(texts).filter(([, text]) => pattern?.test(text))).toEqual([])
  })

  it('uses typographic quotes and ellipses, and has no trailing spaces', () => {
    const untidy = Object.entries(texts).filter(([, text]) => /^\s|\s$|"|\.\.\.| {2}|(?<=\p{L})'(?=\p{L})/u.test(text))
    expect(untidy).toEqual([])
  })
})
