import type { Storage } from '@latchkey/server'
import { expect, it } from 'vitest'
import { findProject } from './administer.ts'

it('lists the projects to choose from without control characters of their names', async () => {
  const projects = [
    { id: 'project-test-1', name: 'One\n\u001b[2JTwo' },
    { id: 'project-test-2', name: 'Three' },
  ]
  const storage = { projects: { list: async () => projects } } as unknown as Storage
  const failed = await findProject(storage, undefined).catch((error: Error) => error.message)
  const [first, ...lines] = String(failed).split('\n')
  expect([first, lines.length]).toEqual(['There is more than one project. Choose one with --project:', 2])
  expect(lines.join('')).not.toMatch(/\p{Cc}/u)
})
