#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { CreateError, createProject } from './create-project.ts'
import { helpText, readOptions } from './options.ts'
import { defaultTemplate, type TemplateName, templateNames, templates } from './templates.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof CreateError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  if (options.kind !== 'create') {
    console.log(options.kind === 'help' ? helpText : version)
    return 0
  }
  const folder = resolve(options.folder)
  const template = options.template ?? (process.stdin.isTTY ? await askForTemplate() : defaultTemplate)
  const { providerPort, tarballs } = options
  createProject({ folder, template, version, providerPort, tarballs: tarballs && resolve(tarballs) })
  const shown = relative('', folder) || '.'
  console.log(`\nCreated ${shown} (${templates[template].title}).`)
  const manager = packageManager()
  if (options.install) {
    console.log(`Installing packages with ${manager} …\n`)
    if (!(await install(manager, folder))) {
      console.error(
        `\nThe packages could not be installed. Correct the problem, then run ${manager} install in ${shown}.`,
      )
      return 1
    }
  }
  const steps = [
    ...(shown === '.' ? [] : [`cd ${shown}`]),
    ...(options.install ? [] : [`${manager} install`]),
    `${manager} run dev`,
  ]
  console.log(`
Next:

${steps.map((step) => `  ${step}`).join('\n')}

Sign in with any email address. The code is in the inbox: http://localhost:${providerPort}/inbox
`)
  return 0
}

async function askForTemplate(): Promise<TemplateName> {
  const list = templateNames.map((name, index) => `  ${index + 1}  ${templates[name].title}`)
  console.log(`Template:\n${list.join('\n')}`)
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  try {
    for (;;) {
      const answer = (await lines.question(`Number [1]: `)).trim()
      const chosen =
        templateNames[(answer === '' ? 1 : Number(answer)) - 1] ?? templateNames.find((name) => name === answer)
      if (chosen !== undefined) return chosen
    }
  } finally {
    lines.close()
  }
}

/** The package manager that runs this program, as `npm create` and its equivalents report it. */
function packageManager(): string {
  const name = /^(pnpm|yarn|bun)\//.exec(process.env.npm_config_user_agent ?? '')?.[1]
  return name ?? 'npm'
}

function install(manager: string, cwd: string): Promise<boolean> {
  // Windows starts programs of packages through a shell only, because they are batch files.
  const child = spawn(manager, ['install'], { cwd, stdio: 'inherit', shell: process.platform === 'win32' })
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
}
