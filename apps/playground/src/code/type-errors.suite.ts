import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** The compiler options of a new TypeScript application. */
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  customConditions: ['@latchkey/source'],
  allowImportingTsExtensions: true,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  skipLibCheck: true,
  noEmit: true,
}

/** The compiler errors of these files as parts of an application. */
export function typeErrors(snippets: readonly string[]): string[] {
  const files = new Map(
    snippets.map((text, index) => [fileURLToPath(new URL(`./snippet-${index}.tsx`, import.meta.url)), text]),
  )
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile, getSourceFile } = host
  host.fileExists = (path) => files.has(path) || fileExists(path)
  host.readFile = (path) => files.get(path) ?? readFile(path)
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
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}
