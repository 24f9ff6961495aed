import type { B2bOAuthProvider } from '@latchkey/contract'
import type { ReactElement } from 'react'
import { piecesOf } from '../../methods/oauth/logo-pieces.ts'
import { logo as github } from '../../methods/oauth/logos/github.ts'
import { logo as google } from '../../methods/oauth/logos/google.ts'
import { logo as microsoft } from '../../methods/oauth/logos/microsoft.ts'
import { logo as slack } from '../../methods/oauth/logos/slack.ts'

/** A color and an SVG path on 240 by 240. */
const hubspot =
  '#ff7a59M181.64 79.3V50.84a21.98 21.98 0 0 0 12.67-19.78v-.67A22 22 0 0 0 172.38 8.45h-.67a22 22 0 0 0-21.93 21.93v.67a21.96 21.96 0 0 0 12.52 19.73l.13.06v28.52a62.2 62.2 0 0 0-29.69 13.1l.12-.1-78.28-60.95A24.97 24.97 0 1 0 43 46.56l-.12.06 76.97 59.91a61.76 61.76 0 0 0-10.38 34.46c0 13.43 4.25 25.88 11.47 36.07l-.13-.2-23.42 23.43a19.68 19.68 0 0 0-5.8-.95h-.02a20.33 20.33 0 1 0 20.33 20.33 19.78 19.78 0 0 0-1-5.95l.05.14 23.17-23.17a62.47 62.47 0 1 0 47.82-111.34l-.36-.05zM172 173.08a32.06 32.06 0 1 1 32.15-32.07v.02a32.06 32.06 0 0 1-32.07 32.07z'

const logos: Readonly<Record<B2bOAuthProvider, string>> = { github, google, hubspot, microsoft, slack }

/** The logo of an identity provider. */
export function OAuthLogo({ name }: { readonly name: B2bOAuthProvider }): ReactElement {
  return (
    <svg className="latchkey-method-icon" viewBox="0 0 240 240" aria-hidden="true">
      {piecesOf(logos[name]).map(([color, path]) => (
        <path key={path} fill={color ?? 'currentColor'} d={path} />
      ))}
    </svg>
  )
}
