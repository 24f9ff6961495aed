import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'

const here = fileURLToPath(new URL('.', import.meta.url))
const page = readFileSync(new URL('../../../docs/server-side.md', import.meta.url), 'utf8')
/** The code blocks that are a file, which their first line names. */
const files = new Map(
  [...page.matchAll(/```tsx?\n\/\/ ([\w./-]+\.tsx?)\b.*\n([\s\S]*?)```/g)].map(([, name = '', code = '']) => [
    name,
    code,
  ]),
)

/** Next.js is not a dependency of this package. */
const stubs = `
  declare module 'next/server' {
    export interface NextRequest extends Request { nextUrl: URL }
    export class NextResponse extends Response {
      static next(): NextResponse
      static redirect(url: URL): NextResponse
    }
  }
  declare module 'next/headers' {
    export function headers(): Promise<Headers>
  }
  declare module 'next/navigation' {
    export function redirect(path: string): never
  }`

it('docs/server-side.md shows files that compile with the real frameworks', () => {
  const sources = new Map([...files, ['stubs.d.ts', stubs]].map(([name, code]) => [here + name, code]))
  const options: ts.CompilerOptions = {
    ...{ strict: true, noEmit: true, exactOptionalPropertyTypes: true, allowImportingTsExtensions: true },
    ...{ module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, types: ['node'] },
    ...{ target: ts.ScriptTarget.ES2022, lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'] },
    ...{ skipLibCheck: true, jsx: ts.JsxEmit.ReactJSX, customConditions: ['@latchkey/source'] },
  }
  const host = ts.createCompilerHost(options)
  const { fileExists, getSourceFile, readFile } = host
  // The folders of the files do not exist.
  host.directoryExists = () => true
  host.fileExists = (path) => sources.has(path) || fileExists(path)
  host.readFile = (path) => sources.get(path) ?? readFile(path)
  host.getSourceFile = (path, version) => {
    const code = sources.get(path)
    return code === undefined ? getSourceFile(path, version) : ts.createSourceFile(path, code, version)
  }
  const program = ts.createProgram([...sources.keys()], options, host)
  const problems = ts.getPreEmitDiagnostics(program)
  expect([...files.keys()]).toEqual([
    ...['backend.ts', 'server.ts', 'fastify-server.ts', 'worker.ts', 'node-server.ts'],
    ...['app/session.ts', 'app/dashboard/page.tsx', 'proxy.ts'],
  ])
  expect(
    problems.map(({ file, messageText }) => [file?.fileName, ts.flattenDiagnosticMessageText(messageText, '\n')]),
  ).toEqual([])
})
