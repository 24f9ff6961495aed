import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { runCommand } from './command.ts'

/** The last stage of a Dockerfile, after its steps ran in a folder. */
export interface BuiltImage {
  /** The folder that replaces the root of the file system. */
  root: string
  workdir: string
  env: Record<string, string>
  user: string
  entrypoint: string[]
  command: string[]
  healthcheck: string[]
}

interface BuildOptions {
  /** The folder with the Dockerfile and with the sources. */
  context: string
  /** An empty folder for the file systems of the stages. */
  folder: string
}

/** Folders of the image that the steps name by an absolute path. */
const absolutePath = /(?<![\w./=-])\/(?=(app|usr|var|etc|opt)\b)/g

/**
 * Runs the steps of a Dockerfile without a container engine: each stage is a folder, and the programs of this machine
 * replace those of the base image. Supports the instructions that our Dockerfile uses, and throws for all others.
 */
export async function buildImage({ context, folder }: BuildOptions): Promise<BuiltImage> {
  const stages = new Map<string, BuiltImage>()
  let image: BuiltImage | undefined
  for (const [name, rest] of instructionsOf(readFileSync(join(context, 'Dockerfile'), 'utf8'))) {
    if (name === 'FROM') {
      const stage = / AS (\w+)$/.exec(rest)?.[1] ?? 'final'
      const root = join(folder, stage)
      mkdirSync(root)
      const empty = { env: {}, user: 'root', entrypoint: [], command: [], healthcheck: [] }
      image = { ...empty, root, workdir: '/' }
      stages.set(stage, image)
    } else if (image) await runStep(name, rest, { image, stages, context })
    else throw new Error(`${name} before FROM`)
  }
  if (!image) throw new Error('The Dockerfile has no stage.')
  return image
}

interface Step {
  image: BuiltImage
  stages: ReadonlyMap<string, BuiltImage>
  context: string
}

async function runStep(name: string, rest: string, { image, stages, context }: Step): Promise<void> {
  switch (name) {
    case 'WORKDIR':
      image.workdir = rest
      mkdirSync(join(image.root, rest), { recursive: true })
      return
    case 'ENV':
      for (const pair of rest.split(/\s+/))
        image.env[pair.slice(0, pair.indexOf('='))] = pair.slice(pair.indexOf('=') + 1)
      return
    case 'COPY':
      return copy(rest, { image, stages, context })
    case 'RUN':
      return runShell(rest, image)
    case 'USER':
      image.user = rest
      return
    case 'ENTRYPOINT':
      image.entrypoint = JSON.parse(rest)
      return
    case 'CMD':
      image.command = JSON.parse(rest)
      return
    case 'HEALTHCHECK':
      image.healthcheck = JSON.parse(/ CMD (\[.*\])$/.exec(rest)?.[1] ?? '[]')
      return
    case 'EXPOSE':
    case 'VOLUME':
      return
    default:
      throw new Error(`${name} is not supported: ${rest}`)
  }
}

/** Instructions without comments, with continued lines joined. */
function instructionsOf(text: string): [name: string, rest: string][] {
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
  return lines.flatMap((line) => {
    const [, name, rest] = /^([A-Z]+)\s+(.*\S)\s*$/.exec(line) ?? []
    if (line.trim() !== '' && (name === undefined || rest === undefined)) throw new Error(`Not an instruction: ${line}`)
    return name === undefined || rest === undefined ? [] : [[name, rest.replace(/\s+/g, ' ')]]
  })
}

function copy(rest: string, { image, stages, context }: Step): void {
  const words = rest.split(' ')
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length)
  const [source = '', target = ''] = words.filter((word) => !word.startsWith('--'))
  const to = join(image.root, isAbsolute(target) ? target : join(image.workdir, target))
  if (from === undefined) {
    copyContext(context, to)
    return
  }
  const stage = stages.get(from)
  if (!stage) throw new Error(`There is no stage ${from}.`)
  cpSync(join(stage.root, source), to, { recursive: true, verbatimSymlinks: true })
}

/** The files that git tracks or would track, without those that `.dockerignore` leaves out. */
function copyContext(context: string, to: string): void {
  const ignored = readFileSync(join(context, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => /^[^#]/.test(line))
  const patterns = ignored.map((line) => {
    const name = line
      .replace(/^\*\*\//, '')
      .replaceAll('.', '\\.')
      .replaceAll('*', '[^/]*')
    return new RegExp(`${line.startsWith('**/') ? '(^|/)' : '^'}${name}(/|$)`)
  })
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: context })
  for (const file of list.toString().split('\0')) {
    if (file === '' || patterns.some((pattern) => pattern.test(file))) continue
    mkdirSync(dirname(join(to, file)), { recursive: true })
    cpSync(join(context, file), join(to, file), { verbatimSymlinks: true, force: true })
  }
}

/** Only root can change owners, and the base image has a user that this machine lacks: owners are left out. */
async function runShell(script: string, image: BuiltImage): Promise<void> {
  const text = script.replace(/ -[og] \w+/g, '').replace(absolutePath, `${image.root}/`)
  mkdirSync(join(image.root, 'usr', 'local', 'bin'), { recursive: true })
  mkdirSync(join(image.root, 'var', 'lib'), { recursive: true })
  await runCommand('sh', ['-ec', text], { cwd: join(image.root, image.workdir), env: image.env })
}

/** The words of a command of the image, with paths of its root. */
export function inImage(words: readonly string[], { root }: Pick<BuiltImage, 'root'>): string[] {
  return words.map((word) => (word.startsWith('/') ? join(root, word) : word))
}
