// publint and attw on a tarball, in this process: starting a process for each takes longer than the check.
import { readFile } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'

export async function lintTarball(path: string): Promise<string[]> {
  const data = await readFile(path)
  return [...(await lintManifest(data)), ...(await resolveTypes(data))]
}

/** Warnings count as errors. */
async function lintManifest(data: Buffer): Promise<string[]> {
  const [{ publint }, { formatMessage }] = await Promise.all([import('publint'), import('publint/utils')])
  const tarball = new Uint8Array(data).buffer
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
  return messages
    .filter(({ type }) => type === 'error')
    .map((message) => `publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`)
}

/** The packages are ES modules: neither Node 10 nor `require` has to find their types. */
const profile = { ignoreResolutions: ['node10' as const, 'node16-cjs' as const] }

async function resolveTypes(data: Buffer): Promise<string[]> {
  const [{ checkPackage, createPackageFromTarballData }, { getExitCode }, { typed }] = await Promise.all([
    import('@arethetypeswrong/core'),
    import('@arethetypeswrong/cli/internal/getExitCode'),
    import('@arethetypeswrong/cli/internal/render'),
  ])
  const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(data)))
  if (!analysis.types || getExitCode(analysis, profile) === 0) return []
  return [`attw\n${stripVTControlCharacters(await typed(analysis, profile))}`]
}
