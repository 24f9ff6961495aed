import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import type { SnippetFile } from './snippet-parts.ts'

/** The compiler options of a new TypeScript application. */
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  customConditions: ['@latchkey/source'],
  allowImportingTsExtensions: true,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  // The server snippet runs in Node.
  types: ['node'],
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  skipLibCheck: true,
  noEmit: true,
}

/** The compiler errors of these applications, each with its files. */
export function typeErrors(applications: readonly (readonly SnippetFile[])[]): string[] {
  const files = new Map(
    applications.flatMap((application, index) =>
      application.map(({ name, code }) => [
        fileURLToPath(new URL(`./snippet-${index}/${name}`, import.meta.url)),
        code,
      ]),
    ),
  )
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile, getSourceFile, directoryExists } = host
  host.fileExists = (path) => files.has(path) || fileExists(path)
  host.readFile = (path) => files.get(path) ?? readFile(path)
  host.directoryExists = (path) =>
    [...files.keys()].some((file) => file.startsWith(`${path}/`)) || (directoryExists?.(path) ?? false)
  host.getSourceFile = (path, language, ...rest) => {
    const text = files.get(path)
    return text === undefined ? getSourceFile(path, language, ...rest) : ts.createSourceFile(path, text, language)
  }
  const program = ts.createProgram([...files.keys()], options, host)
  return [...files.keys()]
    .flatMap((path) => {
      const file = program.getSourceFile(path)
      return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
    })
    .map(({ file, messageText }) => {
      const name = file?.fileName.replace(/^.*snippet-/, '') ?? ''
      return `${name}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
    })
}
