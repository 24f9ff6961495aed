import { readFileSync } from 'node:fs'
import { parser } from '@prometheus-io/lezer-promql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createMetrics } from '../observability/metrics.ts'
import type { Storage } from '../storage/storage.ts'
import { createHarness, type Harness, openTestStorage } from '../testing/harness.ts'

const read = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')

interface Rule {
  alert: string
  expr: string
  for?: string
  labels: { severity: string }
  annotations: { summary: string; description: string }
}

interface Panel {
  id: number
  type: string
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string; refId: string }[]
}

interface Dashboard {
  panels: Panel[]
  templating: { list: { name: string; type: string; definition?: string }[] }
}

const page = read('docs/observability.md')
const { groups } = parse(read('deploy/observability/alerts.yaml')) as { groups: { name: string; rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const dashboard = JSON.parse(read('deploy/observability/grafana-dashboard.json')) as Dashboard
const charts = dashboard.panels.filter(({ type }) => type !== 'row')
const variables = ['job', 'instance', 'datasource']

/** Expressions as Prometheus gets them: Grafana replaces its variables. */
const expressions: [string, string][] = [
  ...rules.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...charts.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }): [string, string] => [
      title,
      expr.replaceAll('$__rate_interval', '1m').replaceAll(/\$(job|instance)\b/g, '.+'),
    ]),
  ),
  ...dashboard.templating.list.flatMap(({ name, definition }): [string, string][] => {
    const selector = /^label_values\((.+), \w+\)$/.exec(definition ?? '')?.[1]
    return selector === undefined ? [] : [[`variable ${name}`, selector.replaceAll(/\$(job|instance)\b/g, '.+')]]
  }),
]

interface Matcher {
  metric: string
  label: string
  operator: string
  value: string
}

/** What an expression uses. Throws if it is not valid PromQL. */
function uses(expression: string): { metrics: string[]; matchers: Matcher[]; grouping: string[] } {
  const used = { metrics: [] as string[], matchers: [] as Matcher[], grouping: [] as string[] }
  const text = ({ from, to }: { from: number; to: number }) => expression.slice(from, to)
  parser.parse(expression).iterate({
    enter(node) {
      if (node.type.isError) throw new SyntaxError(`${text(node) || 'end'} at ${node.from} of ${expression}`)
      if (node.name === 'VectorSelector') {
        const name = node.node.getChild('Identifier')
        if (name) used.metrics.push(text(name))
      }
      if (node.name === 'UnquotedLabelMatcher') {
        const [label, operator, value] = ['LabelName', 'MatchOp', 'StringLiteral'].map((kind) =>
          node.node.getChild(kind),
        )
        if (!label || !operator || !value) throw new SyntaxError(`${text(node)} in ${expression}`)
        used.matchers.push({
          metric: used.metrics.at(-1) ?? '',
          label: text(label),
          operator: text(operator),
          value: JSON.parse(text(value)) as string,
        })
      }
      if (node.name === 'GroupingLabels') used.grouping.push(...node.node.getChildren('LabelName').map(text))
    },
  })
  return used
}

/** Every value of each label by metric, with one series for each outcome. */
async function exerciseMetrics(): Promise<Map<string, Map<string, Set<string>>>> {
  const metrics = createMetrics({
    outbox: async () => ({ depth: [], now: 0 }),
    pool: () => ({ max: 1, open: 1, idle: 1, waiting: 0 }),
  })
  metrics.answered('otpsAuthenticate', 200, '', 1)
  metrics.answered('otpsAuthenticate', 503, 'internal_error', 1)
  metrics.internalError('otpsAuthenticate')
  metrics.limitHit('requests_per_ip')
  for (const outcome of ['queued', 'sent', 'redeemed', 'refused'] as const) metrics.oneTime('otp_email', outcome)
  for (const outcome of ['accepted', 'rejected', 'retried', 'failed', 'dropped'] as const)
    metrics.delivery('email', outcome)
  metrics.sessionIssued('new')
  for (const outcome of ['breached', 'clean', 'unavailable'] as const) metrics.breachCheck('remote', outcome)
  metrics.hashRefused()
  metrics.deviceVerdict('DECISIONING', 'ALLOW')
  metrics.refusalNotAudited()
  metrics.rowNotAudited()
  metrics.inFlight(1)
  metrics.swept('sessions', 1)
  const found = new Map<string, Map<string, Set<string>>>()
  for (const [, name = '', labels = ''] of (await metrics.text()).matchAll(/^([a-z_]+)(?:\{(.*)\})? \S+$/gm)) {
    const values = found.get(name) ?? new Map<string, Set<string>>()
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g))
      values.set(label, (values.get(label) ?? new Set()).add(value))
    found.set(name, values)
  }
  metrics.close()
  return found
}

/** Prometheus adds these labels to every series that it scrapes. */
const scraped = ['job', 'instance']

function matches({ operator, value }: Matcher, values: ReadonlySet<string>): boolean {
  const isEqual = operator.includes('~')
    ? (given: string) => new RegExp(`^(?:${value})$`).test(given)
    : (given: string) => given === value
  return [...values].some((given) => isEqual(given) === !operator.startsWith('!'))
}

let storage: Storage
let harness: Harness
let running: Set<string>
beforeAll(async () => {
  // Only PostgreSQL has the gauge of connections.
  storage = await openTestStorage('postgres')
  harness = await createHarness(storage, { config: { metricsToken: 'm' } })
  const request = new Request('https://auth.example.com/metrics', { headers: { authorization: 'Bearer m' } })
  const { text } = await harness.fetch(request)
  running = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name))
})
afterAll(async () => {
  await harness.close()
  await storage.close()
})

describe('the dashboard and the alert rules', () => {
  it.each(expressions)('use only metrics of a running provider: %s', (_title, expression) => {
    const { metrics } = uses(expression)
    const base = (name: string) => name.replace(/_(bucket|sum|count)$/, '')
    expect(metrics).not.toEqual([])
    expect(metrics.filter((name) => !running.has(name) && !running.has(base(name)))).toEqual([])
  })

  it('use only labels and values that the metrics have', async () => {
    const series = await exerciseMetrics()
    for (const [title, expression] of expressions) {
      const { metrics, matchers, grouping } = uses(expression)
      for (const matcher of matchers.filter(({ label }) => !scraped.includes(label))) {
        const values = series.get(matcher.metric)?.get(matcher.label) ?? new Set()
        expect([title, matcher, matches(matcher, values)]).toEqual([title, matcher, true])
      }
      for (const label of grouping)
        expect([title, label, metrics.every((name) => series.get(name)?.has(label))]).toEqual([title, label, true])
    }
  })

  it('are rejected when they contain a mistake', () => {
    expect(() => uses('sum by (status (latchkey_requests_total)')).toThrow(SyntaxError)
    expect(() => uses('rate(latchkey_requests_total[5m]) >')).toThrow(SyntaxError)
  })
})

describe('the alert rules', () => {
  it('have unique names, a severity, a duration that can be parsed, and texts', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    for (const { alert, labels, annotations, ...rule } of rules) {
      expect([alert, alert]).toEqual([alert, expect.stringMatching(/^Latchkey[A-Z]\w+$/)])
      expect(['page', 'ticket']).toContain(labels.severity)
      expect(rule.for ?? '0s').toMatch(/^\d+[sm]$/)
      expect(Object.keys(annotations)).toEqual(['summary', 'description'])
    }
  })

  it('are all in docs/observability.md, which names no other', () => {
    const documented = [...page.matchAll(/^\| `(Latchkey\w+)` \|/gm)].map(([, name = '']) => name)
    expect(documented).toEqual(rules.map(({ alert }) => alert))
  })
})

describe('the dashboard', () => {
  it('has panels with unique ids that do not overlap', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(Math.max(...dashboard.panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24)
  })

  it('uses only variables that it declares', () => {
    expect(dashboard.templating.list.map(({ name }) => name).sort()).toEqual([...variables].sort())
    const used = [...JSON.stringify(dashboard).matchAll(/\$\{?(\w+)/g)].map(([, name = '']) => name)
    expect([...new Set(used)].filter((name) => !name.startsWith('__') && !variables.includes(name))).toEqual([])
  })
})

describe('docs/observability.md', () => {
  const table = page.slice(page.indexOf('## Metrics'), page.indexOf('## Dashboard'))
  const rows = [...table.matchAll(/^\| `(\w+)(?:\{([\w,]+)\})?` \|/gm)].map(([, name = '', labels = '']) => ({
    name,
    labels: labels.split(',').filter(Boolean),
  }))

  it('lists every metric of a running provider, and no other', () => {
    expect(rows.map(({ name }) => name).sort()).toEqual([...running].sort())
  })

  it('lists the labels of every metric', async () => {
    const series = await exerciseMetrics()
    for (const { name, labels } of rows) {
      const found = series.get(name) ?? series.get(`${name}_count`)
      expect([name, labels.sort()]).toEqual([name, [...(found?.keys() ?? [])].sort()])
    }
  })
})
