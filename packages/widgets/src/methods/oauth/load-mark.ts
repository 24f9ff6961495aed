import type { OAuthProvider } from '@latchkey/contract'

const marks: Readonly<Record<OAuthProvider, () => Promise<{ readonly mark: string }>>> = {
  amazon: () => import('./marks/amazon.ts'),
  apple: () => import('./marks/apple.ts'),
  bitbucket: () => import('./marks/bitbucket.ts'),
  coinbase: () => import('./marks/coinbase.ts'),
  discord: () => import('./marks/discord.ts'),
  facebook: () => import('./marks/facebook.ts'),
  figma: () => import('./marks/figma.ts'),
  github: () => import('./marks/github.ts'),
  gitlab: () => import('./marks/gitlab.ts'),
  google: () => import('./marks/google.ts'),
  linkedin: () => import('./marks/linkedin.ts'),
  microsoft: () => import('./marks/microsoft.ts'),
  salesforce: () => import('./marks/salesforce.ts'),
  slack: () => import('./marks/slack.ts'),
  snapchat: () => import('./marks/snapchat.ts'),
  tiktok: () => import('./marks/tiktok.ts'),
  twitch: () => import('./marks/twitch.ts'),
  twitter: () => import('./marks/twitter.ts'),
  yahoo: () => import('./marks/yahoo.ts'),
}

/** A color (missing for the color of the text) and an SVG path, on 240 by 240. */
type MarkPiece = readonly [color: string | undefined, path: string]

/** One small file per provider: only the configured ones are loaded. */
export async function loadMark(name: OAuthProvider): Promise<readonly MarkPiece[]> {
  const { mark } = await marks[name]()
  return [...mark.matchAll(/(#[\da-f]+)?#?([Mm][^#]+)/g)].map(([, color, path = '']) => [color, path])
}
