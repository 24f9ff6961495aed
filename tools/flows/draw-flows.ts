// Draws the widget flows from the code: `node tools/draw-flows.mjs` writes docs/flows.md, `--check` reports whether it
// is up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap/run.mjs'
import { type FlowMap, loadFlowMaps, type NamedFlowMap } from './flow-maps.ts'

const page = join(root, 'docs', 'flows.md')

const screenOf = (situation: string) => situation.split('/')[0] ?? ''

const code = (name: string) => `\`${name}\``

const usual: [event: string, to: string][] = [
  ['back_clicked', 'main'],
  ['session_began', 'logged_in'],
]

/** The initial state of a widget. */
const firstOf = ({ drawn }: FlowMap) => screenOf(drawn[0]?.from ?? '')

/** Transitions between screens, with all events of a pair on one arrow. */
type Arrow = [key: string, events: string[]]

function arrowsOf({ drawn }: FlowMap): Arrow[] {
  const arrows = new Map<string, Set<string>>()
  for (const { from, event, to } of drawn) {
    const [here, there] = [screenOf(from), screenOf(to)]
    if (here === there) continue
    const key = `${here} --> ${there}`
    arrows.set(key, (arrows.get(key) ?? new Set()).add(event))
  }
  return [...arrows]
    .map(([key, events]): Arrow => [key, [...events].sort()])
    .sort(([one], [other]) => (one < other ? -1 : 1))
}

/** Events that do not leave the screen. */
function insideOf({ drawn }: FlowMap) {
  const inside = new Map<string, { situations: Set<string>; events: Set<string> }>()
  for (const { from, event, to } of drawn) {
    const screen = screenOf(from)
    const known = inside.get(screen) ?? { situations: new Set(), events: new Set() }
    known.situations.add(from.slice(screen.length + 1) || '–')
    if (screenOf(to) === screen) known.events.add(event)
    inside.set(screen, known)
  }
  return [...inside].sort(([one], [other]) => (one < other ? -1 : 1))
}

function sectionOf({ name, map }: NamedFlowMap): string[] {
  const arrows = arrowsOf(map)
  // Events that lead from nearly all screens to the same one are listed as text, because their arrows hide all others.
  const isUsual = ([key, [event, ...more]]: Arrow) =>
    more.length === 0 && usual.some(([by, to]) => by === event && key.endsWith(`> ${to}`))
  return [
    `## ${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    '',
    `${map.edges} transitions between ${new Set(map.drawn.flatMap(({ from, to }) => [from, to])).size} states; a test runs each transition.`,
    '',
    '```mermaid',
    'stateDiagram-v2',
    `  [*] --> ${firstOf(map)}`,
    ...arrows.filter((arrow) => !isUsual(arrow)).map(([key, events]) => `  ${key}: ${events.join('<br/>')}`),
    '```',
    '',
    ...usual.flatMap(([by, to]) => {
      const from = arrows
        .filter((arrow) => isUsual(arrow) && arrow[1][0] === by)
        .map(([key]) => key.split(' ')[0] ?? '')
      return from.length > 0 ? [`\`${by}\` leads to \`${to}\` from ${from.map(code).join(', ')}.`, ''] : []
    }),
    '| Screen | States | Events that stay on the screen |',
    '|---|---|---|',
    ...insideOf(map).map(
      ([screen, { situations, events }]) =>
        `| \`${screen}\` | ${[...situations].sort().join(', ')} | ${[...events].sort().map(code).join(' ') || '–'} |`,
    ),
    '',
  ]
}

const maps = await loadFlowMaps()
const text = [
  '# The flows',
  '',
  'State diagrams of the widgets, generated from the code by `node tools/draw-flows.mjs`, which explores all reachable states; `npm run check` reports if this page is out of date. States are the screens (`data-screen`), arrows are events of the flow. To use a flow with your own screens, see [Screens of your own](widgets.md#screens-of-your-own).',
  '',
  ...maps.flatMap(sectionOf),
].join('\n')

if (process.argv.includes('--check')) {
  if (readFileSync(page, 'utf8') !== text) {
    console.log('docs/flows.md is out of date: node tools/draw-flows.mjs')
    process.exit(1)
  }
} else {
  writeFileSync(page, text)
}
