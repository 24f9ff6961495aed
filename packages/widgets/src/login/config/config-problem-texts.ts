import type { LoginConfig } from '../../config/login.config.ts'
import type { ConfigProblem } from './check-config.ts'
import { checkConfig, warningText } from './check-config.ts'

/** What is wrong with a configuration and how to fix it, a text for each problem. For developers, so in English only. */
export function configProblemTexts(config: LoginConfig): string[] {
  const problems = checkConfig(config).filter(({ isWarning }) => !isWarning)
  // A list may contain the same mistake twice.
  return [...new Set(problems.map(configProblemText))]
}

function configProblemText(problem: ConfigProblem): string {
  const { type, at, value, known = [] } = problem
  const found = JSON.stringify(value) ?? String(value)
  const names = known.map((name) => `'${name}'`).join(', ')
  switch (type) {
    case 'magic_links_and_email_otp':
      return "Error: Cannot use both EML and Email OTP\nMagic links (EML) and email passcodes (Email OTP) would need the same email form. Remove 'emailMagicLinks' from products, or 'email' from otpOptions.methods."
    case 'passkeys_alone':
      return 'Error: Cannot use Passkeys by itself, please add another product to the config.'
    case 'no_product':
      return `Error: products is empty. Add one or more of ${names}.`
    case 'no_otp_method':
      return `Error: otpOptions.methods is missing. The product 'otp' needs one or more of ${names}.`
    case 'no_provider':
      return "Error: oauthOptions.providers is missing. The product 'oauth' needs one or more, such as { type: 'google' }."
    case 'not_a_list':
      return `Error: ${at} must be a list, and is ${found}.`
    case 'unknown_name': {
      const meant = closest(value, known.map(String))
      const hint = meant ? ` Did you mean '${meant}'?` : ''
      const shape =
        at.endsWith('providers') && typeof value !== 'string' ? " An entry looks like { type: 'google' }." : ''
      return `Error: ${at} contains the unknown name ${found}.${hint}${shape} Known: ${names}.`
    }
    case 'out_of_range':
      return `Error: ${at} is ${found}. It must be a whole number from ${known.join(' to ')}.`
    case 'relative_url':
      return `Error: ${at} is ${found}. It must be an absolute URL, such as location.origin + '/login'.`
    case 'no_one_tap':
      return warningText(problem)
    default:
      return type satisfies never
  }
}

/** The known name with the smallest edit distance, if that is not more than a typo, or one that contains the other. */
function closest(value: unknown, known: readonly string[]): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '')
  const wanted = plain(value)
  const ranked = known
    .map((name) => ({ name, distance: distanceOf(wanted, plain(name)) }))
    .sort((one, other) => one.distance - other.distance)
  const [best] = ranked
  if (best && best.distance <= Math.max(1, Math.floor(best.name.length / 3))) return best.name
  return known.find((name) => wanted.length > 2 && (plain(name).includes(wanted) || wanted.includes(plain(name))))
}

/** Levenshtein distance. */
function distanceOf(one: string, other: string): number {
  let row = [...Array(other.length + 1).keys()]
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at]
    for (let to = 1; to <= other.length; to += 1) {
      const replaced = (row[to - 1] ?? 0) + Number(one[at - 1] !== other[to - 1])
      next.push(Math.min(replaced, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
