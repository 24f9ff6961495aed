// Reads the public exports of the packages with their documentation, from the types that are published.
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import { entriesOf, readSource } from '../checks/sources.ts'

export type Kind = 'function' | 'class' | 'constant' | 'type'

/** A property or method of an exported type. */
export interface Member {
  name: string
  text: string
  default: string | undefined
}

/** An export with everything that its page shows. */
export interface Declaration {
  name: string
  kind: Kind
  /** Without comments. */
  code: string
  text: string
  parameters: Member[]
  returns: string | undefined
  default: string | undefined
  deprecated: string | undefined
  examples: string[]
  members: Member[]
  /** The file that declares it. */
  file: string
}

interface Module {
  /** Exports and what they are declared as: here, or in another file. */
  exports: Map<string, { name: string; file?: string }>
  imports: Map<string, { name: string; file: string }>
  /** Files whose exports are all exported. */
  stars: string[]
  statements: Map<string, ts.Node[]>
  source: ts.SourceFile
}

const printer = ts.createPrinter({ removeComments: true })
const modules = new Map<string, Module>()

/** The exports of an entry by name. `entry` is a path in the repository. */
export function exportsOf(entry: string): Map<string, Declaration> {
  const found = new Map<string, Declaration>()
  for (const name of moduleOf(entry).exports.keys()) {
    const declaration = declarationOf(entry, name)
    if (declaration) found.set(name, { ...declaration, name })
  }
  return found
}

function declarationOf(file: string, name: string): Declaration | null {
  const { exports, imports, stars, statements, source } = moduleOf(file)
  const { name: local, file: from } = exports.get(name) ?? { name }
  if (from !== undefined) return declarationOf(from, local)
  const imported = imports.get(local)
  if (imported) return declarationOf(imported.file, imported.name)
  const nodes = statements.get(local) ?? []
  const [first] = nodes
  if (!first) return stars.map((star) => declarationOf(star, name)).find((found) => found !== null) ?? null
  // A function with overloads is documented at the first of them.
  const documented = nodes.find((node) => ts.getJSDocCommentsAndTags(node).length > 0) ?? first
  return {
    ...documentationOf(documented),
    name,
    kind: nodes.map(kindOf).find((kind) => kind !== 'type') ?? 'type',
    code: nodes.map((node) => printed(node, source)).join('\n\n'),
    members: nodes.flatMap(membersOf),
    file,
  }
}

function moduleOf(file: string): Module {
  const known = modules.get(file)
  if (known) return known
  const module = readModule(file)
  modules.set(file, module)
  return module
}

function readModule(file: string): Module {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, jsx: ts.JsxEmit.ReactJSX, isolatedDeclarations: true }
  const { outputText } = ts.transpileDeclaration(readSource(file), { fileName: file, compilerOptions })
  const source = ts.createSourceFile(file, outputText, ts.ScriptTarget.ES2022, true)
  const module: Module = { exports: new Map(), imports: new Map(), stars: [], statements: new Map(), source }
  for (const statement of source.statements) addStatement(module, file, statement)
  return module
}

function addStatement({ exports, imports, stars, statements }: Module, file: string, statement: ts.Statement): void {
  if (ts.isImportDeclaration(statement)) {
    const from = resolve(file, statement.moduleSpecifier)
    const bindings = statement.importClause?.namedBindings
    if (from === null || !bindings || !ts.isNamedImports(bindings)) return
    for (const { name, propertyName } of bindings.elements)
      imports.set(name.text, { name: (propertyName ?? name).text, file: from })
    return
  }
  if (ts.isExportDeclaration(statement)) {
    const from = statement.moduleSpecifier ? resolve(file, statement.moduleSpecifier) : undefined
    if (from === null) return
    if (!statement.exportClause && from !== undefined) stars.push(from)
    if (!statement.exportClause || !ts.isNamedExports(statement.exportClause)) return
    for (const { name, propertyName } of statement.exportClause.elements)
      exports.set(name.text, { name: (propertyName ?? name).text, ...(from === undefined ? {} : { file: from }) })
    return
  }
  const names = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations.map(({ name }) => name)
    : [(statement as ts.DeclarationStatement).name]
  const isExported = ts.canHaveModifiers(statement)
    ? ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    : false
  for (const name of names) {
    if (!name || !ts.isIdentifier(name)) continue
    statements.set(name.text, [...(statements.get(name.text) ?? []), statement])
    if (isExported) exports.set(name.text, { name: name.text })
  }
}

/** A path in the repository, or null for other packages. */
function resolve(file: string, specifier: ts.Expression): string | null {
  const path = ts.isStringLiteral(specifier) ? specifier.text : ''
  if (path.startsWith('.')) return normalize(join(dirname(file), path))
  const [, name = '', subpath = ''] = /^@latchkey\/([^/]+)(?:\/(.+))?$/.exec(path) ?? []
  const source = name && entriesOf(`packages/${name}`).get(subpath ? `./${subpath}` : '.')?.['@latchkey/source']
  return source ? normalize(join('packages', name, source)) : null
}

function kindOf(node: ts.Node): Kind {
  if (ts.isFunctionDeclaration(node)) return 'function'
  if (ts.isClassDeclaration(node)) return 'class'
  if (!ts.isVariableStatement(node)) return 'type'
  const [declaration] = node.declarationList.declarations
  return declaration?.type && ts.isFunctionTypeNode(declaration.type) ? 'function' : 'constant'
}

function printed(node: ts.Node, source: ts.SourceFile): string {
  return printer
    .printNode(ts.EmitHint.Unspecified, node, source)
    .replace(/^export (declare )?/, '')
    .replace(/^declare /, '')
    .replace(/;$/gm, '')
    .replace(/^( {4})+/gm, (indent) => ' '.repeat(indent.length / 2))
}

type Documentation = Pick<Declaration, 'text' | 'parameters' | 'returns' | 'default' | 'deprecated' | 'examples'>

function documentationOf(node: ts.Node): Documentation {
  const parts = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc)
  const tags = parts.flatMap(({ tags: list = [] }) => list)
  const textOf = (name: string): string | undefined => {
    const tag = tags.find(({ tagName }) => tagName.text === name)
    return tag && commentOf(tag.comment)
  }
  return {
    text: parts.map(({ comment }) => commentOf(comment)).join('\n\n'),
    parameters: tags.filter(ts.isJSDocParameterTag).map(({ name, comment }) => ({
      name: name.getText(),
      text: commentOf(comment).replace(/^- /, ''),
      default: undefined,
    })),
    returns: textOf('returns'),
    default: textOf('default'),
    deprecated: textOf('deprecated'),
    examples: tags.filter(({ tagName }) => tagName.text === 'example').map(({ comment }) => commentOf(comment)),
  }
}

/** The text of a comment, with `{@link x}` as code. */
const commentOf = (comment: ts.JSDoc['comment']): string =>
  (ts.getTextOfJSDocComment(comment) ?? '').replace(/\{@link(?:code|plain)? ([^}|\s]+)[^}]*\}/g, '`$1`').trim()

/** The documented members of an interface, a class or an object type. */
function membersOf(node: ts.Node): Member[] {
  const elements =
    ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)
      ? node.members
      : ts.isTypeAliasDeclaration(node) && ts.isTypeLiteralNode(node.type)
        ? node.type.members
        : []
  return [...elements].flatMap((element) => {
    const { text, default: value } = documentationOf(element)
    return element.name && (text !== '' || value !== undefined)
      ? [{ name: element.name.getText(), text, default: value }]
      : []
  })
}
