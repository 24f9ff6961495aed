import { describe, expect, it } from 'vitest'
import { mapAttributes, type SsoStatement } from './attributes.ts'

const statement = (subject: string, attributes: Record<string, string[]> = {}): SsoStatement => ({
  subject,
  attributes: new Map(Object.entries(attributes)),
})
const identity = (fields: object) => ({
  kind: 'identity',
  identity: { email: 'ada@acme.example', name: '', groups: [], attributes: {}, ...fields },
})

describe('the attributes of an identity provider', () => {
  it.each([
    ['the subject', statement('ada@acme.example'), { externalId: 'ada@acme.example' }],
    [
      'claims',
      statement('u1', {
        email: ['ada@acme.example'],
        given_name: ['Ada'],
        family_name: ['Byron'],
        groups: ['a', 'a', 'b'],
      }),
      { externalId: 'u1', name: 'Ada Byron', groups: ['a', 'b'] },
    ],
    [
      'attributes of Entra',
      statement('u1', {
        'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': ['ada@acme.example'],
        'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname': ['Ada'],
        'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups': ['g'],
      }),
      { externalId: 'u1', name: 'Ada', groups: ['g'] },
    ],
    [
      'attributes of AD FS',
      statement('u1', {
        'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': ['ada@acme.example'],
        'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname': ['Byron'],
        'http://schemas.xmlsoap.org/claims/Group': ['admins', 'staff'],
      }),
      { externalId: 'u1', name: 'Byron', groups: ['admins', 'staff'] },
    ],
    [
      'object identifiers',
      statement('u1', { 'urn:oid:0.9.2342.19200300.100.1.3': ['ada@acme.example'], 'urn:oid:2.5.4.4': ['Byron'] }),
      { externalId: 'u1', name: 'Byron' },
    ],
  ])('are found by default in %s', (_, stated, fields) => {
    expect(mapAttributes({}, stated)).toEqual(identity(fields))
  })

  it('are read where the mapping says, and nowhere else', () => {
    const stated = statement('ada@acme.example', {
      ...{ email: ['other@acme.example'], upn: ['ada@acme.example'], employee: ['7'], team: ['x', 'y'], roles: ['r'] },
    })
    const mapping = { email: 'upn', idp_user_id: 'employee', groups: 'roles', teams: 'team', full_name: 'nothing' }
    expect(mapAttributes(mapping, stated)).toEqual(
      identity({ externalId: '7', groups: ['r'], attributes: { teams: ['x', 'y'] } }),
    )
    expect(mapAttributes({ email: 'NameID' }, stated)).toMatchObject({ identity: { email: 'ada@acme.example' } })
  })

  it('that are missing are named with the places where they were looked for', () => {
    expect(mapAttributes({ email: 'upn', idp_user_id: 'employee' }, statement('ada@acme.example'))).toEqual({
      kind: 'missing',
      missing: [
        { name: 'idp_user_id', expected: ['employee'] },
        { name: 'email', expected: ['upn'] },
      ],
    })
    expect(mapAttributes({}, statement('u1', { email: [''], toString: ['x'] }))).toMatchObject({ kind: 'missing' })
  })
})
