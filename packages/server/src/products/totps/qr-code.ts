/** Light modules around a code (ISO/IEC 18004 §5.3.8). */
const quietZone = 4

/** Encodes the text as a `data:` URL of an SVG: one path of horizontal runs. */
export async function qrCode(text: string): Promise<string> {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const runs = data.flatMap((row, y) =>
    findDarkRuns(row).map(([x, length]) => `M${x + quietZone} ${y + quietZone}h${length}v1h-${length}z`),
  )
  const whole = size + 2 * quietZone
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole} ${whole}" shape-rendering="crispEdges">`,
    `<path fill="#fff" d="M0 0h${whole}v${whole}h-${whole}z"/><path d="${runs.join('')}"/></svg>`,
  ].join('')
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

/** The start and length of each run of dark modules. */
function findDarkRuns(row: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = []
  let start = -1
  for (let x = 0; x <= row.length; x += 1) {
    const isDark = row[x] === true
    if (isDark && start < 0) start = x
    if (!isDark && start >= 0) {
      runs.push([start, x - start])
      start = -1
    }
  }
  return runs
}
