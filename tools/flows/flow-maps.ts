// State maps of the widget flows, from exploring all reachable states.
import { build } from 'esbuild'
import { root } from '../bootstrap/run.mjs'

/** The map of each widget: its module and the function that creates it. */
const maps: Record<string, [file: string, draw: string]> = {
  login: ['login/login-map.suite.ts', 'mapLogin'],
  'reset password': ['reset-password/reset-password-map.suite.ts', 'mapResetPassword'],
  'passkey registration': ['passkey-registration/registration-map.suite.ts', 'mapRegistration'],
  'identity provider': ['identity-provider/identity-provider-map.suite.ts', 'mapIdentityProvider'],
  'business login': ['b2b-login/b2b-login-map.suite.ts', 'mapB2bLogin'],
}

/** What exploring a flow returns. */
export interface FlowMap {
  states: number
  steps: number
  edges: number
  untested: string[]
  unreachable: string[]
  deadEnds: string[]
  drawn: { from: string; event: string; to: string }[]
}

export interface NamedFlowMap {
  name: string
  map: FlowMap
}

export function loadFlowMaps(): Promise<NamedFlowMap[]> {
  return Promise.all(Object.entries(maps).map(async ([name, [file, draw]]) => ({ name, map: await load(file, draw) })))
}

async function load(file: string, draw: string): Promise<FlowMap> {
  const { outputFiles } = await build({
    entryPoints: [`packages/widgets/src/${file}`],
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    conditions: ['@latchkey/source'],
    write: false,
  })
  const suite = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0]?.contents ?? '').toString('base64')}`
  )
  return suite[draw]()
}
