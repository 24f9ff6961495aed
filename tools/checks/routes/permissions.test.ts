import { expect, it } from 'vitest'
import { permissionComplaints } from './permissions.ts'

const post = (path: string, more: object = {}) => ({ endpoint: { method: 'POST', path }, ...more })
const permission = { resource: 'latchkey.member', action: 'create' }

it('reports a changing business route without a permission, unless it is listed [B-RBAC-07]', () => {
  const routes = [
    post('/b2b/organizations/members'),
    post('/b2b/sign_in'),
    post('/b2b/organizations/me', { permission }),
    post('/elsewhere', { vertical: 'B2B' }),
    post('/consumer'),
    { endpoint: { method: 'GET', path: '/b2b/sso' }, vertical: 'B2B' },
  ]
  expect(permissionComplaints(routes, { 'proves a factor': ['POST /b2b/sign_in'] })).toEqual([
    'POST /b2b/organizations/members changes something without a permission',
    'POST /elsewhere changes something without a permission',
  ])
})

it('reports a route that is listed although it has a permission', () => {
  expect(permissionComplaints([post('/b2b/a', { permission })], { reads: ['POST /b2b/a'] })).toEqual([
    'POST /b2b/a has a permission, but is listed without one',
  ])
})
