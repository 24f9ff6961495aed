import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Deployment } from 'kubernetes-types/apps/v1.js'
import type { Secret, Service } from 'kubernetes-types/core/v1.js'
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.js'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { commands } from './commands.ts'
import { createConfigProblems } from './config/config-error.ts'
import { findSettings } from './config/settings.ts'

const folder = new URL('../../../deploy/kubernetes/', import.meta.url)
// Kubernetes reads YAML 1.1.
const manifests = new Map<string, { apiVersion: string; kind: string }>(
  readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => [file, parse(readFileSync(new URL(file, folder), 'utf8'), { version: '1.1' })]),
)
const manifest = <T>(file: string): T => manifests.get(file) as T
const deployment = manifest<Deployment>('deployment.yaml')
const pod = deployment.spec?.template.spec
const container = pod?.containers[0]

/** A declaration that compiles if the manifest has only fields of its type. */
function declaration(name: string, value: { apiVersion: string; kind: string }): string {
  const group = value.apiVersion === 'v1' ? 'core/v1' : value.apiVersion.replace('.k8s.io', '')
  return `export const ${name}: import('kubernetes-types/${group}').${value.kind} = ${JSON.stringify(value)}\n`
}

it('contains manifests of the Kubernetes API, without unknown fields and wrong types', () => {
  const objects = [...manifests.values()].filter(({ kind }) => kind !== 'Kustomization')
  const root = new URL('../../../', import.meta.url)
  const outdir = new URL('node_modules/.latchkey/kubernetes/', root)
  mkdirSync(outdir, { recursive: true })
  const broken = structuredClone(deployment) as { spec: object }
  Object.assign(broken.spec, { replica: 2 })
  const text = [
    ...objects.map((value, index) => declaration(`manifest${index}`, value)),
    `// @ts-expect-error: a misspelled field\n${declaration('broken', broken as never)}`,
  ].join('')
  writeFileSync(new URL('manifests.ts', outdir), text)
  const tsgo = fileURLToPath(new URL('node_modules/.bin/tsgo', root))
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
  ]
  expect(objects.map(({ kind }) => kind).sort()).toEqual([
    ...['Deployment', 'Ingress', 'PodDisruptionBudget', 'Secret', 'Service'],
  ])
  expect(execFileSync(tsgo, [...options, 'manifests.ts'], { cwd: fileURLToPath(outdir), encoding: 'utf8' })).toBe('')
})

it('sets only known settings, and secrets only as files of the secret', () => {
  const env = Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, value]))
  const problems = createConfigProblems()
  const found = findSettings({ flags: {}, env }, problems)
  const secrets = Object.entries(env).filter(([name]) => name.endsWith('_FILE'))
  const mount = container?.volumeMounts?.find(({ name }) => name === 'secrets')?.mountPath
  const { stringData = {} } = manifest<Secret>('secret.example.yaml')
  expect(secrets.map(([, path]) => path).sort()).toEqual(
    Object.keys(stringData)
      .map((name) => `${mount}/${name}`)
      .sort(),
  )
  expect(found).toMatchObject({ baseUrl: { value: 'https://auth.example.com' }, trustProxy: { value: '1' } })
  // The files do not exist here.
  expect(() => problems.throwIfAny()).toThrow(
    /^3 settings are wrong:(\n {2}LATCHKEY_\w+_FILE points to a file that cannot be read){3}$/,
  )
  expect(container?.args?.every((word) => Object.hasOwn(commands, word))).toBe(true)
  expect(pod?.enableServiceLinks).toBe(false)
})

it('waits for readiness, and stops after the shutdown delay and the last requests', () => {
  const paths = [container?.startupProbe, container?.livenessProbe, container?.readinessProbe].map(
    (probe) => probe?.httpGet?.path,
  )
  expect(paths).toEqual(['/health/alive', '/health/alive', '/health/ready'])
  const delay = Number(container?.env?.find(({ name }) => name === 'LATCHKEY_SHUTDOWN_DELAY')?.value)
  const probe = container?.readinessProbe
  expect(delay).toBeGreaterThanOrEqual((probe?.periodSeconds ?? 10) * (probe?.failureThreshold ?? 3))
  expect(pod?.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(delay + 10)
})

it('runs without privileges on a read-only disk', () => {
  expect(pod).toMatchObject({
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
  })
  expect(container?.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  })
})

it('selects the pods of the deployment in every manifest', () => {
  const labels = deployment.spec?.template.metadata?.labels
  const service = manifest<Service>('service.yaml').spec
  const budget = manifest<PodDisruptionBudget>('pod-disruption-budget.yaml').spec
  expect([deployment.spec?.selector.matchLabels, service?.selector, budget?.selector?.matchLabels]).toEqual([
    labels,
    labels,
    labels,
  ])
  expect(service?.ports?.[0]?.targetPort).toBe(container?.ports?.[0]?.name)
  expect(container?.ports?.[0]?.containerPort).toBe(4000)
  expect(budget?.minAvailable).toBeLessThan(deployment.spec?.replicas ?? 0)
})
