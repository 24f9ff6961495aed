// Plain technical English in names, comments, documentation, CLI text and test titles. `words.json` holds the number
// of matches each folder still has. A number can only go down: `node tools/check.mjs words --update` lowers it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap/run.mjs'
import { projectFiles, readSource } from './sources.ts'

/** Banned words, each with the reason. A pattern reads lower-case text in which `camelCase` is `camel case`. */
type Group = 'pronouns' | 'idioms' | 'metaphors' | 'spelling'

const bannedWords: Record<Group, [pattern: RegExp, reason: string][]> = {
  pronouns: [
    // `nobody` in quotes is an account of Unix.
    [
      /\b(who(so)?ever|(?<!['`])nobody|somebody|everybody|anybody)\b/,
      'name the actor: user, client, operator or attacker',
    ],
  ],
  idioms: [
    [/\b(nothing|none|not) (is|was) said\b/, 'write "Defaults to …"'],
    [/\bstands? in\b/, 'write "is in", "is part of" or "replaces"'],
    [/\b(comes?|came) of\b/, 'name the result'],
    [/\b(is|are|was|were) none\b/, 'say what is missing, invalid or not supported'],
    [/\banew\b/, 'write "again" or "new"'],
    [/\bmend(s|ed|ing)?\b/, 'write "fix" or "recover"'],
    [/\b(is|are|was|were|be|been|being) told\b/, 'name the message: "receives an event", "gets an error"'],
    [/\bas good as\b/, 'write "equivalent to" or "almost"'],
    [/\bbeside\b/, 'write "next to", "in parallel with" or "in addition to"'],
    [/\bcannot be meant\b/, 'write "is invalid"'],
    [/\b(a|the|every|each|any|no|another|other|one|last|only|or|s) way in\b(?! (which|a|the)\b)/, 'write "factor"'],
    [/\bways in\b(?! (which|a|the)\b)/, 'write "factors"'],
    // Passkeys: a text of the specification. Words and names: texts of zxcvbn.
    [/(?<!\b(passkeys|word|(sur)?names) )\bby (itself|themselves)\b/, 'write "automatically" or "alone"'],
    [/\bof (its|their) own accord\b/, 'write "automatically"'],
    [/\bstands? (there|on|at)\b/, 'write "is"'],
    [/\b(takes?|took|taken|taking|in) the place of\b/, 'write "replaces" or "instead of"'],
    [/\b(knows?|knew|hears?|heard|speaks?|spoke) (nothing )?of\b/, 'say what is stored, received or described'],
    [/\bnothing of\b/, 'write "no part of", or name the part'],
    [/\b(means|worth) (nothing|anything)\b/, 'write "is invalid" or "has no effect"'],
    [/\b(gives?|gave|given|giving) back\b/, 'write "returns" or "releases"'],
    [/\b(is|are|was|were|be) let (through|in|out|go)\b/, 'write "is accepted" or "is rejected"'],
    [/\b(is|are|was|were|be) turned away\b/, 'write "is rejected"'],
    [/\b(is|are|was|were|be) held against\b/, 'write "is compared with" or "is checked against"'],
    [/\b(is|are|was|were|be) answered for\b/, 'write "is documented" or "is justified"'],
    [/\b(is|are|was|were|be) spared\b/, 'write "does not need"'],
    [/\b(goes|went|gone) (on|bad)\b/, 'write "continues" or "is invalid"'],
    [/\bfor good\b(?! reason)/, 'write "permanently"'],
    [/\bin vain\b/, 'write "without success"'],
    [/\bmakes? do\b/, 'name what is used instead'],
    [/\bas it should\b/, 'say what it does'],
    [/\bat all events\b/, 'write "always" or "in any case"'],
    [/\bthe word reaches\b/, 'name the message'],
    [/\bthe own\b/, 'name the owner: "the cookie of this page"'],
  ],
  metaphors: [
    [/\bwish(es|ed)?\b/, 'write "options" or "request"'],
    [/\bdeeds?\b/, 'write "action" or "operation"'],
    [/\bstrangers?\b/, 'write "attacker", "unknown user" or "another user"'],
    [/\bscenes?\b/, 'write "screen" or "state"'],
    [/\bis away\b/, 'write "is unreachable" or "is unavailable"'],
    [/\b(un)?walk(s|ed|ers?|ing)?\b/, 'write "transition", "visit" or "read"'],
    [/\bworlds?\b/, 'write "test kit", "environment" or "fixture"'],
    [/\bgood news\b/, 'write "success notice"'],
    [/\b(herd|knocks?|furnish(es|ed)?)\b/, 'name the requests or the set-up'],
  ],
  spelling: [
    // In code font: a claim type of AD FS.
    [/(?<!`)\be mails?\b(?! adresse)/, 'write "email"'],
    [
      /\b(authori|organi|recogni|initiali|normali|seriali|locali|synchroni|optimi|minimi|customi)s(e|ed|es|ing|ation)\b/,
      'American spelling: -ize',
    ],
    // `user_cancelled` is an error kind of the specification, 'cancelled' its state of One Tap.
    [
      /\b(behaviou|colou|honou|favou|neighbou)r(s|ed)?\b|(?<!\buser |')\bcancelled\b|\bcentred?\b|\blicence\b|\benrols?\b/,
      'American spelling',
    ],
  ],
}

const groups: readonly Group[] = ['pronouns', 'idioms', 'metaphors', 'spelling']
const allowances = join(root, 'tools/checks/words.json')
const isText = (path: string) => /\.(tsx?|m?jsx?|mts|md|css|html|ya?ml)$|(^|\/)Dockerfile$/.test(path)
/**
 * Texts for users and the clauses quote the specification. The glossary and this file name words that must not be used.
 */
const isLeftOut = (path: string) =>
  /\/locales\/|\.strings\.tsx?$|\/templates\/strings\/|\/user-page\.texts\.|^docs\/(spec\/|glossary\.md)|^tools\/checks\/words\./.test(
    path,
  )

/** `packages/client`, `apps/provider`, `docs/security`, otherwise the folder at the root. Files may move inside it. */
const folderOf = (path: string) =>
  /^(?:(?:packages|apps|examples)\/[^/]+|docs\/security)(?=\/)/.exec(path)?.[0] ??
  (path.includes('/') ? path.slice(0, path.indexOf('/')) : '.')

interface Match {
  group: Group
  reason: string
  words: string
  line: number
}

interface PlacedMatch extends Match {
  path: string
  folder: string
}

/** Every match of a file, with its line. A phrase may continue on the next line of a comment. */
function findBannedWords(source: string): Match[] {
  const lines = source.split('\n').map((line) =>
    line
      .replace(/^\s*(\/\/|\/?\*+|>)/, '')
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .replace(/[_\s-]+/g, ' ')
      .trim(),
  )
  const starts: number[] = []
  let length = 0
  for (const line of lines) {
    starts.push(length)
    length += line.length + 1
  }
  const text = lines.join(' ')
  return groups.flatMap((group) =>
    bannedWords[group].flatMap(([pattern, reason]) =>
      [...text.matchAll(new RegExp(pattern, 'g'))].map((match) => ({
        ...{ group, reason, words: match[0] },
        line: starts.findLastIndex((start) => start <= match.index) + 1,
      })),
    ),
  )
}

function findAll(): PlacedMatch[] {
  return projectFiles()
    .filter((path) => isText(path) && !isLeftOut(path))
    .flatMap((path) => {
      const inName = findBannedWords(path).map((match) => ({ ...match, line: 0 }))
      return [...inName, ...findBannedWords(readSource(path))].map((match) => ({
        ...match,
        path,
        folder: folderOf(path),
      }))
    })
}

/** The number of matches by folder. */
type Counts = Partial<Record<string, Partial<Record<Group, number>>>>

function count(matches: readonly PlacedMatch[]): Counts {
  const counts: Counts = {}
  for (const { folder, group } of matches)
    counts[folder] = { ...counts[folder], [group]: (counts[folder]?.[group] ?? 0) + 1 }
  return counts
}

const print = ({ path, line, words, reason }: PlacedMatch) => `${path}:${line}: "${words}": ${reason}`

/**
 * `--update` lowers the numbers of `words.json` to what is there now; it never raises one. `--list <folder>` prints
 * the matches of a folder or file, all without a name.
 */
export async function checkWords(args: readonly string[] = []): Promise<string[]> {
  const matches = findAll()
  const list = args.indexOf('--list')
  if (list >= 0) {
    const below = args[list + 1] ?? ''
    for (const match of matches) if (match.path.startsWith(below)) console.log(print(match))
  }
  const counts = count(matches)
  const allowed: Counts = JSON.parse(readFileSync(allowances, 'utf8'))
  const complaints: string[] = []
  const lowered: Counts = {}
  for (const folder of [...new Set([...Object.keys(allowed), ...Object.keys(counts)])].sort()) {
    for (const group of groups) {
      const [now, most] = [counts[folder]?.[group] ?? 0, allowed[folder]?.[group] ?? 0]
      if (Math.min(now, most) > 0) lowered[folder] = { ...lowered[folder], [group]: Math.min(now, most) }
      if (now > most) {
        const found = matches.filter((match) => match.folder === folder && match.group === group)
        const shown = found.length > 10 ? [`all: node tools/check.mjs words --list ${folder}`] : found.map(print)
        complaints.push(`${folder}: ${now} ${group}, at most ${most} allowed`, ...shown)
      } else if (now < most && !args.includes('--update')) {
        complaints.push(`${folder}: ${now} ${group}, ${most} allowed: run \`node tools/check.mjs words --update\``)
      }
    }
  }
  if (args.includes('--update')) writeFileSync(allowances, `${JSON.stringify(lowered, null, 2)}\n`)
  return complaints
}
