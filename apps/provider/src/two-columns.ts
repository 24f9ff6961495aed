const widestLine = 116

/** Rows of the help: a name, and its meaning in Markdown, which is wrapped and printed as plain text. */
export function twoColumns(rows: readonly (readonly [name: string, meaning: string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2
  return rows.map(([name, meaning]) => `  ${name.padEnd(width)}${wrapped(plain(meaning), width + 2)}`).join('\n')
}

function wrapped(text: string, indent: number): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && indent + line.length + 1 + word.length > widestLine) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join(`\n${' '.repeat(indent)}`)
}

function plain(markdown: string): string {
  return markdown
    .replace(/ \(\[[^[\]]*\]\([^()]*\)\)/g, '')
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll('`', '')
}
