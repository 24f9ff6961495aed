import type { OAuthProvider } from '@latchkey/contract'

const logos: Readonly<Record<OAuthProvider, () => Promise<{ readonly logo: string }>>> = {
  amazon: () => import('./logos/amazon.ts'),
  apple: () => import('./logos/apple.ts'),
  bitbucket: () => import('./logos/bitbucket.ts'),
  coinbase: () => import('./logos/coinbase.ts'),
  discord: () => import('./logos/discord.ts'),
  facebook: () => import('./logos/facebook.ts'),
  figma: () => import('./logos/figma.ts'),
  github: () => import('./logos/github.ts'),
  gitlab: () => import('./logos/gitlab.ts'),
  google: () => import('./logos/google.ts'),
  linkedin: () => import('./logos/linkedin.ts'),
  microsoft: () => import('./logos/microsoft.ts'),
  salesforce: () => import('./logos/salesforce.ts'),
  slack: () => import('./logos/slack.ts'),
  snapchat: () => import('./logos/snapchat.ts'),
  tiktok: () => import('./logos/tiktok.ts'),
  twitch: () => import('./logos/twitch.ts'),
  twitter: () => import('./logos/twitter.ts'),
  yahoo: () => import('./logos/yahoo.ts'),
}

/** A color (missing for the color of the text) and an SVG path, on 240 by 240. */
type LogoPiece = readonly [color: string | undefined, path: string]

/** One small file per provider: only the configured ones are loaded. */
export async function loadLogo(name: OAuthProvider): Promise<readonly LogoPiece[]> {
  const { logo } = await logos[name]()
  return [...logo.matchAll(/(#[\da-f]+)?#?([Mm][^#]+)/g)].map(([, color, path = '']) => [color, path])
}
