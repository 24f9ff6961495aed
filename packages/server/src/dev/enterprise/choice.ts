import { type EnterpriseFault, isEnterpriseFault } from './faults.ts'
import { type EnterprisePerson, type EnterprisePersonName, enterprisePeople, isEnterprisePerson } from './people.ts'

/** Who signs in at a fake enterprise identity provider, and what goes wrong. */
export interface EnterpriseChoice {
  /** A person of the directory, or any other. */
  person: EnterprisePersonName | { email: string; name?: string }
  /** @default those of the person in the directory */
  groups?: readonly string[]
  /** Whether the identity provider checked a second factor. Defaults to false. */
  secondFactor?: boolean
  fault?: EnterpriseFault
}

/** A choice that has been read. */
export interface SignedInPerson {
  person: EnterprisePerson
  groups: readonly string[]
  secondFactor: boolean
  fault: EnterpriseFault | null
}

/** Names of the form, which the page and tests send. */
export const choiceFields = {
  person: 'person',
  email: 'email',
  name: 'name',
  groupsFrom: 'groups_from',
  groups: 'groups',
  secondFactor: 'second_factor',
  fault: 'fault',
} as const

export const otherPerson = 'other'

/** The form that the page sends for a choice. */
export function enterpriseForm({ person, groups, secondFactor, fault }: EnterpriseChoice): Record<string, string> {
  return {
    ...(typeof person === 'string'
      ? { [choiceFields.person]: person }
      : {
          [choiceFields.person]: otherPerson,
          [choiceFields.email]: person.email,
          [choiceFields.name]: person.name ?? '',
        }),
    ...(groups === undefined
      ? { [choiceFields.groupsFrom]: 'directory' }
      : { [choiceFields.groupsFrom]: 'list', [choiceFields.groups]: groups.join('\n') }),
    ...(secondFactor === true ? { [choiceFields.secondFactor]: 'true' } : {}),
    [choiceFields.fault]: fault ?? '',
  }
}

/** Whether a form has a choice; without one it is the request of an application. */
export function hasChoice(form: Readonly<Record<string, string>>): boolean {
  return form[choiceFields.person] !== undefined
}

const longestText = 200
const longestGroups = 20_000
const mostGroups = 500
/** Characters that an XML document cannot have, or that are not visible. */
const invalidCharacter = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u

/** Reads the form of the page. Returns the problem as text if it is invalid. */
export function readChoice(form: Readonly<Record<string, string>>): SignedInPerson | string {
  const person = readPerson(form)
  if (typeof person === 'string') return person
  const listed = form[choiceFields.groups] ?? ''
  const isListed = form[choiceFields.groupsFrom] === 'list' || listed.trim() !== ''
  const groups = isListed ? readGroups(listed) : person.groups
  if (typeof groups === 'string') return groups
  const fault = form[choiceFields.fault] ?? ''
  if (fault !== '' && !isEnterpriseFault(fault)) return 'Unknown fault. Choose one of the list.'
  return {
    ...{ person, groups, fault: fault === '' ? null : fault },
    secondFactor: form[choiceFields.secondFactor] === 'true',
  }
}

function readPerson(form: Readonly<Record<string, string>>): EnterprisePerson | string {
  const chosen = form[choiceFields.person] ?? ''
  const email = (form[choiceFields.email] ?? '').trim()
  // Without a script, entering an email does not select the radio button next to it.
  if (email === '' && isEnterprisePerson(chosen)) return enterprisePeople[chosen]
  if (email === '' && chosen !== otherPerson) return 'Choose a person of the list, or enter the email of another one.'
  const name = (form[choiceFields.name] ?? '').trim()
  if (email.length > longestText || !/^[^\s@]+@[^\s@]+$/.test(email) || invalidCharacter.test(email))
    return 'Enter the email of the other person.'
  if (name.length > longestText || invalidCharacter.test(name))
    return 'The name is too long, or has control characters.'
  const words = (name || (email.split('@')[0] ?? '')).split(/\s+/)
  const lastName = words.length > 1 ? (words.pop() ?? '') : ''
  return { email, firstName: words.join(' '), lastName, groups: [] }
}

function readGroups(text: string): readonly string[] | string {
  if (text.length > longestGroups) return `The groups have more than ${longestGroups} characters.`
  const names = text
    .split(/[,\r\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (names.length > mostGroups) return `Enter at most ${mostGroups} groups.`
  if (names.some((name) => name.length > longestText || invalidCharacter.test(name)))
    return 'The name of a group is too long, or has control characters.'
  return [...new Set(names)]
}

/** A choice as the text of a cookie, and back. */
export function choiceToText(form: Readonly<Record<string, string>>): string {
  const known = Object.values(choiceFields).flatMap((field): [string, string][] => {
    const value = form[field]
    return value === undefined ? [] : [[field, value]]
  })
  const fields = new URLSearchParams(known)
  return Buffer.from(fields.toString()).toString('base64url')
}

export function choiceFromText(text: string): SignedInPerson | null {
  const form = Object.fromEntries(new URLSearchParams(Buffer.from(text, 'base64url').toString('utf8')))
  const read = readChoice(form)
  return typeof read === 'string' ? null : read
}
