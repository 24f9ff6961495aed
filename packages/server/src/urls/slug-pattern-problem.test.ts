import { expect, it } from 'vitest'
import { sharedSuffixProblem } from './origin-list.ts'
import { slugPatternProblem } from './slug-pattern-problem.ts'

it.each([
  'https://app.example.com/{{slug}}',
  'https://app.example.com/org/{{slug}}/login',
  'https://app.example.com/o-{{slug}}.html',
  'https://{{slug}}.example.com',
  'https://{{slug}}.example.com/login/',
  'https://login-{{slug}}.example.co.uk:8443/x',
])('accepts %s', (pattern) => {
  expect(slugPatternProblem(pattern, 'live')).toBe(null)
})

it.each(['http://localhost:3000/{{slug}}', 'http://{{slug}}.localhost:3000'])(
  'accepts %s in test projects',
  (pattern) => {
    expect(slugPatternProblem(pattern, 'test')).toBe(null)
    expect(slugPatternProblem(pattern, 'live')).toMatch(/only https/)
  },
)

it.each([
  ['https://app.example.com/', 'must contain {{slug}} once'],
  ['https://{{slug}}.example.com/{{slug}}', 'must contain {{slug}} once'],
  ['app.example.com/{{slug}}', 'not a URL'],
  ['https://{{slug}}', 'the slug must not be the end of the host'],
  ['https://www.{{slug}}/x', 'the slug must not be the end of the host'],
  ['https://{{slug}}:8443', 'the slug must not be the end of the host'],
  ['https://{{slug}}com', sharedSuffixProblem],
  ['https://{{slug}}.com', sharedSuffixProblem],
  ['https://{{slug}}.co.uk/x', sharedSuffixProblem],
  ['https://{{slug}}.github.io', sharedSuffixProblem],
  ['https://app.example.com/?org={{slug}}', 'has more than a host and a path'],
  ['https://app.example.com/{{slug}}#top', 'has more than a host and a path'],
  ['https://ada:secret@app.example.com/{{slug}}', 'has more than a host and a path'],
  ['https://{{slug}}@app.example.com/', 'has more than a host and a path'],
  ['https://App.example.com/{{slug}}', 'must be https://app.example.com/{{slug}}'],
  ['https://app.example.com:443/{{slug}}', 'must be https://app.example.com/{{slug}}'],
  ['https://app.example.com/a b/{{slug}}', 'must be https://app.example.com/a%20b/{{slug}}'],
  ['{{slug}}://app.example.com/', 'not an origin'],
])('rejects %s: %s', (pattern, problem) => {
  expect(slugPatternProblem(pattern, 'live')).toContain(problem)
})
