import { strengthStrings } from './strength.strings.ts'

type StrengthKey = keyof typeof strengthStrings

/** The key of a text that zxcvbn was published with. What nobody knows is shown as it was received. */
export function feedbackKey(text: string): StrengthKey | undefined {
  const keys = Object.keys(strengthStrings) as StrengthKey[]
  return keys.find((key) => strengthStrings[key] === text)
}
