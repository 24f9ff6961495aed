// The packages of the lockfile have permissive licenses. Tools of the development that have another one are listed here,
// with the reason: docs/decisions/0019-licenses-of-development-tools.md. The build checks what is bundled.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap/run.mjs'

const permissive: readonly string[] = ['MIT', 'MIT-0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0']

/** Whether a license expression (SPDX) permits use under MIT, ISC, BSD or Apache-2.0 alone. */
export function isPermissive(expression: string): boolean {
  const choices = expression.replace(/^\((.*)\)$/, '$1').split(' OR ')
  return choices.some((choice) => choice.split(' AND ').every((license) => permissive.includes(license)))
}

/** The fields of a package in the lockfile that are checked. */
export interface LockedLicense {
  license?: string
  /** Only development dependencies need it. */
  dev?: boolean
  /** A workspace. */
  link?: boolean
}

interface Exception {
  /** The name of a package, or names that start with it and a `*`. */
  name: string
  license: RegExp
  /** What needs it. */
  usedBy: string
}

const exceptions: readonly Exception[] = [
  { name: 'axe-core', license: /^MPL-2\.0$/, usedBy: 'the accessibility tests' },
  { name: 'lightningcss', license: /^MPL-2\.0$/, usedBy: 'Vite, to minify style sheets' },
  { name: 'lightningcss-*', license: /^MPL-2\.0$/, usedBy: 'the same, for each platform' },
  { name: '@img/sharp-*', license: /\bLGPL-3\.0-or-later\b/, usedBy: 'Next.js, optional, for images in tests' },
  { name: 'caniuse-lite', license: /^CC-BY-4\.0$/, usedBy: 'Next.js, a table of browsers' },
  { name: 'mdn-data', license: /^CC0-1\.0$/, usedBy: 'jsdom, a table of CSS properties' },
  { name: 'lru-cache', license: /^BlueOak-1\.0\.0$/, usedBy: 'jsdom and attw' },
  { name: 'fast-sha256', license: /^Unlicense$/, usedBy: 'standardwebhooks, with which tests verify signatures' },
  { name: 'sax', license: /^BlueOak-1\.0\.0$/, usedBy: 'node-saml and saml20, second opinions of the SAML tests' },
  { name: 'xml-escape', license: /^MIT License$/, usedBy: 'samlify, the same; MIT, but not in the spelling of SPDX' },
]

const matches = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern

/** Complaints about packages by their path in the lockfile, and about exceptions that are not needed. */
export function licenseComplaints(packages: Readonly<Record<string, LockedLicense>>): string[] {
  const used = new Set<Exception>()
  const complaints = Object.entries(packages).flatMap(([path, { license = 'no license', dev = false, link }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    if (!path.includes('node_modules/') || link || isPermissive(license)) return []
    const exception = exceptions.find((one) => matches(one.name, name) && one.license.test(license))
    if (!exception) return [`${name} has the license ${license}, which is neither permissive nor listed`]
    used.add(exception)
    return dev ? [] : [`${name} has the license ${license}, and is installed with a published package`]
  })
  const unused = exceptions.filter((exception) => !used.has(exception))
  return [...complaints, ...unused.map(({ name }) => `${name} is listed in licenses.ts, but not installed`)]
}

/** Checks the lockfile. */
export async function checkLicenses(): Promise<string[]> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return licenseComplaints(packages)
}
