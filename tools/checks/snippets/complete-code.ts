// Makes a module of a code block that is a part of one, without moving its lines.
import ts from 'typescript'

/**
 * Imports the names of `known` that the code uses and does not declare from `context`. A block that returns becomes the
 * body of a function, and elements that follow each other become statements.
 */
export function completeCode(code: string, known: ReadonlySet<string>, context: string): string {
  const statements = code.replace(/^<(?=[A-Za-z])/gm, ';<')
  const source = ts.createSourceFile('snippet.tsx', statements, ts.ScriptTarget.ES2022, true, ts.ScriptKind.TSX)
  const names = [...freeNames(source)].filter((name) => known.has(name)).sort()
  const imports = names.length === 0 ? 'export {}' : `import { ${names.join(', ')} } from '${context}'`
  const module = returnsAtTopLevel(source) ? asFunction(source) : statements
  return `${module}\n${imports}\n`
}

/** The names that a file uses and does not declare in any of its scopes. */
function freeNames(source: ts.SourceFile): Set<string> {
  const used = new Set<string>()
  const declared = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) (isDeclaration(node) ? declared : isProperty(node) ? new Set() : used).add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return new Set([...used].filter((name) => !declared.has(name)))
}

function isDeclaration(name: ts.Identifier): boolean {
  const { parent } = name
  if (ts.isBindingElement(parent)) return parent.name === name
  if (ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isNamespaceImport(parent))
    return parent.name === name
  const isNamed =
    ts.isVariableDeclaration(parent) ||
    ts.isParameter(parent) ||
    ts.isFunctionDeclaration(parent) ||
    ts.isFunctionExpression(parent) ||
    ts.isClassDeclaration(parent) ||
    ts.isInterfaceDeclaration(parent) ||
    ts.isTypeAliasDeclaration(parent) ||
    ts.isTypeParameterDeclaration(parent)
  return isNamed && parent.name === name
}

/** Whether an identifier names a member and not a variable: `b` in `a.b`, `{ b: 1 }` and `<a b />`. */
function isProperty(name: ts.Identifier): boolean {
  const { parent } = name
  if (ts.isPropertyAccessExpression(parent)) return parent.name === name
  if (ts.isQualifiedName(parent)) return parent.right === name
  if (ts.isBindingElement(parent) || ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent))
    return parent.propertyName === name
  return (
    (ts.isPropertyAssignment(parent) ||
      ts.isPropertySignature(parent) ||
      ts.isMethodDeclaration(parent) ||
      ts.isMethodSignature(parent) ||
      ts.isPropertyDeclaration(parent) ||
      ts.isJsxAttribute(parent)) &&
    parent.name === name
  )
}

function returnsAtTopLevel(node: ts.Node): boolean {
  if (ts.isReturnStatement(node)) return true
  if (ts.isFunctionLike(node) || ts.isClassLike(node)) return false
  return ts.forEachChild(node, (child) => returnsAtTopLevel(child) || undefined) ?? false
}

/** Moves the imports behind the function, because they cannot be in its body. */
function asFunction(source: ts.SourceFile): string {
  let body = source.text
  let imports = ''
  for (const statement of source.statements.filter(ts.isImportDeclaration)) {
    const text = statement.getText(source)
    imports += `\n${text.replaceAll('\n', ' ')}`
    body = body.replace(text, text.replaceAll(/[^\n]/g, ' '))
  }
  return `async function snippet() { ${body}\n}\nvoid snippet${imports}`
}
