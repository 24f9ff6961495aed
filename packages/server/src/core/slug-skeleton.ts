/**
 * What a reader sees of a slug. Slugs with the same skeleton look alike, and a project has only one of them:
 *
 * - separators count as one hyphen, and not at the start or end: `acme_corp`, `acme-corp`, `acme.corp.`
 * - `0` and `o`; `1`, `i` and `l`; `5` and `s`
 * - `rn` and `m`; `vv` and `w`
 *
 * Other digits are not read as letters (`4dmin`, `acme2`): in lower case their shapes differ.
 *
 * @example
 * slugSkeleton('adm1n') === slugSkeleton('admin') // true
 */
export function slugSkeleton(slug: string): string {
  return slug
    .replace(/[mw0i15]/g, (character) => skeletonOf[character] ?? character)
    .replace(/[._~-]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** `m` and `w` get longer, because `vvv` can be read as `vw` or `wv`. */
const skeletonOf: Readonly<Record<string, string>> = { m: 'rn', w: 'vv', '0': 'o', i: 'l', '1': 'l', '5': 's' }
