import type { OAuthProvider } from '@latchkey/contract'
import type { LogoPiece } from './logo-pieces.ts'
import { piecesOf } from './logo-pieces.ts'

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

/** One small file per provider: only the configured ones are loaded. */
export async function loadLogo(name: OAuthProvider): Promise<readonly LogoPiece[]> {
  return piecesOf((await logos[name]()).logo)
}
