import type { Migration } from './migration.ts'

const letters = [
  ['m', 'rn'],
  ['w', 'vv'],
  ['0', 'o'],
  ['i', 'l'],
  ['1', 'l'],
  ['5', 's'],
  ['.', '-'],
  ['_', '-'],
  ['~', '-'],
] as const

/** The skeleton of `slugSkeleton` in SQL: only there both engines can compute it. A slug contains no `<` and `>`. */
const skeleton = [...letters, ['-', '<>'], ['><', ''], ['<>', '-']].reduce(
  (text, [from, to]) => `replace(${text}, '${from}', '${to}')`,
  'slug',
)

/** A project has only one of several slugs that look alike. */
export const slugSkeletons: Migration = {
  name: '0005-slug-skeletons',
  statements: ({ text }) => [
    `alter table organizations add column slug_skeleton ${text} not null default ''`,
    `update organizations set slug_skeleton = trim(${skeleton}, '-')`,
    // Organizations that look like an older one keep their slugs. An id has the letter `i`, and no skeleton has it.
    `update organizations set slug_skeleton = id where exists (
      select 1 from organizations as older
      where older.project_id = organizations.project_id and older.slug_skeleton = organizations.slug_skeleton
        and (older.created_at, older.id) < (organizations.created_at, organizations.id)
    )`,
    'create unique index organizations_slug_skeleton on organizations (project_id, slug_skeleton)',
  ],
}
