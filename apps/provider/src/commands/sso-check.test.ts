import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFakeSamlIdp } from '@latchkey/server/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommandResult, runRecorded } from '../recording-terminal.suite.ts'

const now = Date.parse('2027-01-15T08:00:00Z')
const idp = await createFakeSamlIdp({ entityId: 'https://idp.test/metadata', now })
const [acsUrl, spEntityId, requestId] = ['https://auth.test/acs', 'https://auth.test/sp', '_request']

describe('latchkey sso check', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-sso-'))
    const write = (name: string, text: string) => writeFile(join(folder, name), text)
    const person = { now, acsUrl, spEntityId, requestId, email: 'ada@acme.test', groups: ['admins', 'staff\u009b'] }
    await write('idp.xml', idp.metadata('https://idp.test/sso'))
    await write('valid.txt', Buffer.from(idp.respond(person)).toString('base64'))
    await write('audience.xml', idp.respond({ ...person, fault: 'wrong_audience' }))
    await write('garbage.txt', 'not a response!')
  })
  afterAll(() => rm(folder, { recursive: true }))

  function check(file: string, ...more: string[]): Promise<CommandResult> {
    const path = (name: string): string => join(folder, name)
    const options = ['--metadata', path('idp.xml'), '--acs-url', acsUrl, '--entity-id', spEntityId]
    return runRecorded(['sso', 'check', path(file), ...options, '--at', '2027-01-15T08:01:00Z', ...more], {})
  }

  it('prints the person of an accepted response', async () => {
    const { code, out } = await check('valid.txt', '--attribute', 'email', '--request-id', requestId)
    expect([code, out.split('\n').filter((line) => !line.startsWith('✓'))]).toEqual([
      0,
      ['', 'Accepted.', 'NameID: ada@acme.test', 'email: ada@acme.test', 'groups: admins, staff ', ''],
    ])
    expect(out).toContain('✓ in_response_to\n')
  })

  it('prints what was expected and what came, and no values of a rejected response', async () => {
    const { code, out } = await check('audience.xml')
    expect([code, out.split('\n').filter((line) => !line.startsWith('✓'))]).toEqual([
      1,
      [
        ...[
          '✗ audience: audience',
          '    expected  https://auth.test/sp',
          '    got       https://other.example.com/metadata',
        ],
        ...['', 'Rejected. The values of a rejected response are not shown: they prove nothing.', ''],
      ],
    ])
    expect(out).not.toContain('in_response_to')
  })

  it('prints JSON', async () => {
    const rejected = JSON.parse((await check('valid.txt', '--json', '--request-id', '_other')).out)
    expect(rejected).toMatchObject({ accepted: false, name_id: null, attributes: {} })
    expect(rejected.checks).toContainEqual({
      ...{ check: 'in_response_to', outcome: 'failed', code: 'in_response_to', expected: '_other', got: requestId },
    })
    expect(JSON.parse((await check('garbage.txt', '--json')).out).checks).toMatchObject([{ code: 'document_encoding' }])
  })

  it('names input that it cannot use', async () => {
    const metadata = await check('valid.txt', '--metadata', join(folder, 'audience.xml'))
    expect([metadata.code, metadata.err]).toEqual([
      2,
      expect.stringContaining('audience.xml: The metadata has no IDPSSODescriptor.'),
    ])
    const key = await check('valid.txt', '--decryption-key', join(folder, 'idp.xml'))
    expect([key.code, key.err]).toEqual([2, expect.stringContaining('idp.xml is not a private key in PEM')])
  })
})
