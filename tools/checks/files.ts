// Checks file sizes, file names, copies, and leftovers such as debugging code.
import { isTest, projectFiles, readSource } from './sources.ts'

/** Functions that turn text into markup or code, which Trusted Types forbids. */
export const scriptSink =
  /\binnerHTML\b|\bouterHTML\s*=[^=]|\bdangerouslySetInnerHTML\b|\binsertAdjacentHTML\b|\bdocument\.write|\bnew Function\b|\beval\(|\bsrcdoc\b|\b(setHTMLUnsafe|parseHTMLUnsafe|createContextualFragment)\b/

const maxLines = 400
const isTable = (path: string) =>
  /(\.strings\.tsx?$|\/locales\/|\/migrations\/|calling-codes\.ts$|\/errors\.ts$)/.test(path)
const vagueName = /(^|\/)(utils?|helpers?|common|shared|misc|manager)(\.|\/|$)/

const forbiddenWords: [RegExp, string][] = [
  [/@ts-(ignore|nocheck)\b/, 'a silenced type error'],
  [/\b(it|test|describe)\.(skip|only|todo)\b/, 'a test that does not run'],
  [/\b(TODO|FIXME|XXX)\b/, 'an unfinished note'],
]

/** Each of these examples is complete in its folder, so each has a copy. */
const styleOfExamples = ['html/public', 'embedded-provider/public', 'express-api/public', 'react-vite/src'].map(
  (folder) => `examples/${folder}/style.css`,
)

/** Returns the complaints about files that are not equal to the first one. */
function compareCopies([original = '', ...copies]: readonly string[]): string[] {
  const differing = copies.filter((path) => readSource(path) !== readSource(original))
  return differing.map((path) => `${path}: differs from ${original}, of which it is a copy`)
}

export async function checkFiles(): Promise<string[]> {
  const complaints = compareCopies(styleOfExamples)
  for (const path of projectFiles()) {
    if (vagueName.test(path) && !path.startsWith('docs/')) complaints.push(`${path}: name the concept`)
    if (!/\.(ts|tsx|mjs|js)$/.test(path) || path.startsWith('tools/checks/')) continue
    const source = readSource(path)
    const lines = source.split('\n').length
    if (lines > maxLines && !isTest(path) && !isTable(path)) complaints.push(`${path}: ${lines} lines`)
    for (const [pattern, what] of forbiddenWords) {
      if (pattern.test(source)) complaints.push(`${path}: ${what}`)
    }
    // Tests use it to assert that TypeScript rejects a value.
    if (!isTest(path) && /@ts-expect-error\b/.test(source)) complaints.push(`${path}: a silenced type error`)
    // Tests may use one to verify that the policy of the page blocks it.
    if (!isTest(path) && scriptSink.test(source)) complaints.push(`${path}: a script sink`)
  }
  return complaints
}
