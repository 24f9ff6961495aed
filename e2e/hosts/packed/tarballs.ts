import { rmSync } from 'node:fs'
import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPackages, packPackages } from '../../../tools/build/build.ts'

/** The folder of the tarballs. `npm test` has packed them in its checks; without it they are built and packed here. */
export async function tarballFolder(): Promise<string> {
  process.env.TEST_TARBALLS ??= await pack()
  return process.env.TEST_TARBALLS
}

/** Tarballs of `@latchkey/*` by package name. */
export async function findTarballs(): Promise<ReadonlyMap<string, string>> {
  const folder = await tarballFolder()
  const files = await readdir(folder)
  return new Map(
    files.flatMap((file) => {
      const name = /^latchkey-([a-z]+)-/.exec(file)?.[1]
      return name === undefined ? [] : [[`@latchkey/${name}`, join(folder, file)]]
    }),
  )
}

async function pack(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-tarballs-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  if ((await buildPackages()) !== 0) throw new Error('The packages could not be built.')
  if ((await packPackages(folder, { quiet: true })).code !== 0) throw new Error('The packages could not be packed.')
  return folder
}
