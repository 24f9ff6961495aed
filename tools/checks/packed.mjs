// The packages as npm would publish them: publint, and types that resolve the way the code does.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bin, root, run } from '../run.mjs'

export async function checkPacked() {
  const complaints = []
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-pack-'))
  try {
    for (const name of readdirSync(join(root, 'packages'))) {
      const cwd = join(root, 'packages', name)
      if (JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')).private) continue
      const packed = await run('npm', ['pack', '--json', '--silent', '--pack-destination', folder], {
        cwd,
        quiet: true,
      })
      if (packed.code !== 0) {
        complaints.push(`${name}: ${packed.output}`)
      }
    }
    const server = readdirSync(folder).find((name) => name.includes('-server-'))
    const { output: inServer } = await run('tar', ['-tzf', join(folder, server ?? '')], { quiet: true })
    if (!inServer.includes('package/dist/frame/frame.js')) complaints.push('server: the page of the frame is not in it')
    for (const tarball of readdirSync(folder)) {
      const path = join(folder, tarball)
      for (const [tool, args] of [
        ['publint', ['run', path, '--strict']],
        ['attw', [path, '--profile', 'esm-only']],
      ]) {
        const { code, output } = await run(bin(tool), args, { quiet: true })
        if (code !== 0) complaints.push(`${tarball}: ${tool}\n${output}`)
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return complaints
}
