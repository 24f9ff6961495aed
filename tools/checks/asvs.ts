// Checks docs/security/asvs.md against the OWASP ASVS. Part of `npm run check` and `npm run test:attacks`.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap/run.mjs'

/** The sections of version 5.0.0, and the level of each requirement. */
const sections: Record<string, string> = {
  ...{ 1.1: '22', 1.2: '1111122223', 1.3: '112222222223', 1.4: '222', 1.5: '123' },
  ...{ 2.1: '122', 2.2: '112', 2.3: '12223', 2.4: '23' },
  ...{ 3.1: '3', 3.2: '113', 3.3: '12223', 3.4: '11222233', 3.5: '11122333', 3.6: '3', 3.7: '22333' },
  ...{ 4.1: '12233', 4.2: '23333', 4.3: '22', 4.4: '1222', 5.1: '2', 5.2: '112333', 5.3: '113', 5.4: '222' },
  ...{ 6.1: '122', 6.2: '111111112222', 6.3: '11223333', 6.4: '112233', 6.5: '22222333', 6.6: '2223', 6.7: '33' },
  ...{ 6.8: '2222', 7.1: '222', 7.2: '1111', 7.3: '22', 7.4: '11222', 7.5: '223', 7.6: '22' },
  ...{ 8.1: '1233', 8.2: '1123', 8.3: '133', 8.4: '23', 9.1: '111', 9.2: '1222' },
  ...{ 10.1: '22', 10.2: '223', 10.3: '22223', 10.4: '1111122222233333', 10.5: '22222', 10.6: '22', 10.7: '222' },
  ...{ 11.1: '2233', 11.2: '22233', 11.3: '11233', 11.4: '1222', 11.5: '23', 11.6: '23', 11.7: '33' },
  ...{ 12.1: '12233', 12.2: '11', 12.3: '22223', 13.1: '2333', 13.2: '222223', 13.3: '2233', 13.4: '1222233' },
  ...{ 14.1: '22', 14.2: '12223333', 14.3: '122', 15.1: '12233', 15.2: '12233', 15.3: '1222222', 15.4: '3333' },
  ...{ 16.1: '2', 16.2: '22222', 16.3: '2222', 16.4: '222', 16.5: '2223', 17.1: '23', 17.2: '22223333', 17.3: '22' },
}
const levels = new Map(
  Object.entries(sections).flatMap(([section, all]) =>
    [...all].map((level, index): [string, number] => [`${section}.${index + 1}`, Number(level)]),
  ),
)

const page = 'docs/security/asvs.md'
const read = () => readFileSync(join(root, page), 'utf8')

/** The requirements of a cell, e.g. `3.4.1 3.4.3–3.4.6` or `15.4.1–15.4.3*`: a star applies to the whole range. */
function linesIn(cell: string): { line: string; hasStar: boolean }[] {
  return cell.split(' ').flatMap((word) => {
    const [, section, first, last = first, star] = /^(\d+\.\d+)\.(\d+)(?:–\1\.(\d+))?(\*)?$/.exec(word) ?? []
    if (section === undefined) return [{ line: word, hasStar: false }]
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => ({
      line: `${section}.${Number(first) + index}`,
      hasStar: star !== undefined,
    }))
  })
}

/** Tests that the page names and that do not exist. */
export function missingProofs(): string[] {
  const proofs = [...read().matchAll(/`([^`]+)`: “([^”]+)”/g)]
  if (proofs.length === 0) return [`${page} names no test`]
  return proofs
    .filter(
      ([, path = '', title = '']) =>
        !existsSync(join(root, path)) || !readFileSync(join(root, path), 'utf8').includes(title),
    )
    .map(([, path, title]) => `${page}: ${path} has no “${title}”`)
}

/** Missing, repeated and unknown requirements of the page, and requirements without a test. */
export async function checkAsvs(): Promise<string[]> {
  const rows = [...read().matchAll(/^\| (\d[^|]*) \| ([^|]+) \|(?: ([^|]+) \|)?$/gm)]
  const complaints = missingProofs()
  const seen = new Set<string>()
  for (const { line, hasStar } of rows.flatMap(([, lines = '']) => linesIn(lines))) {
    const level = levels.get(line)
    if (level === undefined) complaints.push(`${page}: ${line} is not a requirement of the ASVS`)
    else if ((level === 3) !== hasStar) complaints.push(`${page}: ${line} has level ${level}`)
    if (seen.has(line)) complaints.push(`${page}: ${line} is repeated`)
    seen.add(line)
  }
  for (const [line, level] of levels)
    if (level < 3 && !seen.has(line)) complaints.push(`${page} does not mention ${line}`)
  for (const [, lines, what = '', proof] of rows)
    if (proof === '—' && !/\*\*Deviation|\]\(/.test(what)) complaints.push(`${page}: no test for ${lines}`)
  return complaints
}
