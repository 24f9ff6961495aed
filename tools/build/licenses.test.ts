import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../bootstrap/run.mjs'
import { isPermissive, type LockedLicense, licenseComplaints } from './licenses.ts'

describe('isPermissive', () => {
  it.each(['MIT', 'ISC', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'MIT OR GPL-3.0', '(MIT OR CC0-1.0)', 'MIT AND ISC'])(
    'accepts %s',
    (license) => expect(isPermissive(license)).toBe(true),
  )

  it.each([
    'CC0-1.0',
    'MPL-2.0',
    'Apache-2.0 AND LGPL-3.0-or-later',
    'Unlicense',
    'MITX',
    'SEE LICENSE IN LICENSE',
    '',
  ])('does not accept %j', (license) => expect(isPermissive(license)).toBe(false))
})

describe('licenseComplaints', () => {
  const locked: Record<string, LockedLicense> = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  ).packages

  it('accepts the lockfile', () => {
    expect(licenseComplaints(locked)).toEqual([])
  })

  it('reports a package that is neither permissive nor listed, wherever it is installed', () => {
    const icons = { license: 'CC0-1.0', dev: true }
    expect(
      licenseComplaints({
        ...locked,
        'node_modules/icons': icons,
        'apps/docs/node_modules/@scope/icons': icons,
        'node_modules/none': {},
      }),
    ).toEqual([
      'icons has the license CC0-1.0, which is neither permissive nor listed',
      '@scope/icons has the license CC0-1.0, which is neither permissive nor listed',
      'none has the license no license, which is neither permissive nor listed',
    ])
  })

  it('reports a listed package that has another license, that is not only for development, or that is gone', () => {
    const changed = {
      ...locked,
      'node_modules/axe-core': { license: 'GPL-3.0', dev: true },
      'node_modules/caniuse-lite': { license: 'CC-BY-4.0' },
    }
    expect(licenseComplaints(changed)).toEqual([
      'axe-core has the license GPL-3.0, which is neither permissive nor listed',
      'caniuse-lite has the license CC-BY-4.0, and is installed with a published package',
      'axe-core is listed in licenses.ts, but not installed',
    ])
  })
})
