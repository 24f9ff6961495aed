import { expect, it } from 'vitest'
import { readEntries } from './import-file.ts'
import { parseCsv } from './parse-csv.ts'

it('reads quotes, commas and line breaks as defined in RFC 4180', () => {
  const text = '\ufeffa,b\r\n1,"x, ""y""\nz"\r\n\r\n"",\n3,4'
  expect(parseCsv(text)).toEqual([
    { line: 1, fields: ['a', 'b'] },
    { line: 2, fields: ['1', 'x, "y"\nz'] },
    { line: 5, fields: ['', ''] },
    { line: 6, fields: ['3', '4'] },
  ])
})

it('reports an unterminated quoted field and a repeated column', () => {
  expect(readEntries('u.csv', 'email,first_name\na@b.co,x\nb@b.co,"y\nc@b.co,z\n', undefined, 'ours')).toEqual([
    { place: 'line 2', value: { email: 'a@b.co', name: { first_name: 'x' } } },
    { place: 'line 3', value: {}, problem: 'has a quoted field that does not end; the lines after it are lost' },
  ])
  expect(parseCsv('a\n"')).toMatchObject([{ line: 1 }, { line: 2, problem: expect.any(String) }])
  expect(() => readEntries('u.csv', 'email,email\na@b.co,b@b.co\n', undefined, 'ours')).toThrow(
    'u.csv has the column "email" twice',
  )
})

it('reads the same users from CSV, NDJSON and JSON', () => {
  const csv = 'email,email_verified,first_name,roles,trusted_metadata\na@b.co,true,Ada,x; y,"{""n"":1}"\n'
  const user = { email: 'a@b.co', email_verified: true, roles: ['x', 'y'], trusted_metadata: { n: 1 } }
  const flat = JSON.stringify({ ...user, first_name: 'Ada' })
  const expected = { ...user, name: { first_name: 'Ada' } }
  expect([
    readEntries('u.csv', csv, undefined, 'ours'),
    readEntries('u.jsonl', `\n${flat}\n`, undefined, 'ours'),
    readEntries('u', `{"users":[${flat}]}`, 'json', 'ours'),
  ]).toEqual([
    [{ place: 'line 2', value: expected }],
    [{ place: 'line 2', value: expected }],
    [{ place: 'entry 1', value: expected }],
  ])
})

it('reports the line that cannot be read, and rejects a file in another format', () => {
  const csv = 'email,trusted_metadata\na@b.co,{\nb@b.co,{},x\n'
  expect(readEntries('u.csv', csv, undefined, 'ours').map(({ place, problem }) => [place, problem])).toEqual([
    ['line 2', 'trusted_metadata is not JSON'],
    ['line 3', 'has more fields than there are columns'],
  ])
  expect(readEntries('u.ndjson', '{', undefined, 'ours')).toEqual([
    { place: 'line 1', value: {}, problem: 'is not JSON' },
  ])
  expect(() => readEntries('u.csv', 'email,passwrd\n', undefined, 'ours')).toThrow('has an unknown column "passwrd"')
  expect(() => readEntries('u.txt', '', undefined, 'ours')).toThrow(
    'The format of u.txt is unknown. Add --format json, ndjson, csv',
  )
  expect(() => readEntries('u.json', '{', undefined, 'ours')).toThrow('u.json is not valid JSON')
  expect(() => readEntries('u.json', '{}', undefined, 'ours')).toThrow('u.json does not contain a list of users')
})
