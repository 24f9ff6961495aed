import { describe, expect, it } from 'vitest'
import { exportsOf } from './declarations.ts'

describe('exportsOf', () => {
  it('describes a function with its types and its documentation', () => {
    expect(exportsOf('packages/react/src/index.ts').get('useClient')).toMatchObject({
      name: 'useClient',
      kind: 'function',
      code: 'function useClient(given?: Client): Client',
      text: expect.stringContaining('Returns the client'),
      examples: [expect.stringContaining('const client = useClient()')],
    })
  })

  it('describes a type of another package, with its members, at the file that declares it', () => {
    const created = exportsOf('packages/backend/src/index.ts').get('BackendOptions')
    expect(created).toMatchObject({ kind: 'type', file: expect.stringMatching(/^packages\/backend\/src\//) })
    expect(created?.members).toContainEqual({
      name: 'cookiePath',
      text: expect.stringContaining('The path of the cookies'),
      default: "'/'",
    })
    expect(exportsOf('packages/client/src/index.ts').get('User')?.file).toMatch(/^packages\/contract\/src\//)
  })

  it('finds declarations behind a re-export of a whole file', () => {
    expect(exportsOf('packages/server/src/index.ts').get('ProjectRecord')?.kind).toBe('type')
  })
})
