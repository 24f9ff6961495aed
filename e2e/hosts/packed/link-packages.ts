import { existsSync } from 'node:fs'
import { copyFile, link, mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

/**
 * Puts packages that this repository has installed into a fresh application as hard links, so that npm has only ours
 * to unpack: Next alone is 300 MB. npm still compares every package with the lockfile, and replaces one that differs.
 */
export async function linkPackages(folder: string, installed: ReadonlyMap<string, string>): Promise<void> {
  for (const [path, source] of installed) {
    // Optional packages of other platforms are locked, but not installed.
    if (!existsSync(source)) continue
    await linkFolder(source, join(folder, path))
    if (dirname(path.replace(/\/@[^/]+/, '')) === 'node_modules') await linkPrograms(join(folder, path), folder)
  }
}

async function linkFolder(source: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true })
  const entries = await readdir(source, { withFileTypes: true })
  await Promise.all(
    entries.map(async (entry) => {
      const [from, to] = [join(source, entry.name), join(target, entry.name)]
      // Packages inside of a package have a separate entry.
      if (entry.isDirectory()) return entry.name === 'node_modules' ? undefined : linkFolder(from, to)
      // The temporary folder may be on another file system.
      return link(from, to).catch(() => copyFile(from, to))
    }),
  )
}

/** npm unpacks a package again if a program of it is missing. */
async function linkPrograms(path: string, folder: string): Promise<void> {
  const { name, bin = {} } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8')) as {
    name: string
    bin?: string | Record<string, string>
  }
  const programs = typeof bin === 'string' ? { [name.replace(/^.*\//, '')]: bin } : bin
  const bins = join(folder, 'node_modules', '.bin')
  await mkdir(bins, { recursive: true })
  for (const [program, file] of Object.entries(programs)) {
    await symlink(relative(bins, join(path, file)), join(bins, program)).catch((error: NodeJS.ErrnoException) => {
      // Two packages may have a program of one name.
      if (error.code !== 'EEXIST') throw error
    })
  }
}
