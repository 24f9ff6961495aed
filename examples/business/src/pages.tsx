import { useB2bClient } from '@latchkey/react/b2b'
import { Members, OrganizationSettings, SsoSetup } from '@latchkey/widgets/b2b'
import { modern } from '@latchkey/widgets/themes'
import type { ReactElement } from 'react'
import { InvoicesPage } from './invoices-page.tsx'
import { loginUrl } from './login-page.tsx'

export const pages = [
  { path: '/', name: 'Invoices', Page: InvoicesPage },
  { path: '/members', name: 'Members', Page: MembersPage },
  { path: '/settings', name: 'Settings', Page: SettingsPage },
  { path: '/sso', name: 'Single sign-on', Page: SsoPage },
] as const

export function pageOf(path: string): ReactElement {
  const found = pages.find((page) => page.path === path)
  return found ? <found.Page /> : <h2>This page does not exist.</h2>
}

/** The links of invitations lead to the sign-in page. */
function MembersPage(): ReactElement {
  return <Members client={useB2bClient()} config={{ inviteRedirectURL: loginUrl }} styles={modern} />
}

function SettingsPage(): ReactElement {
  return (
    <OrganizationSettings
      client={useB2bClient()}
      config={{ allowedAuthMethods: ['emailOtp', 'sso'] }}
      styles={modern}
    />
  )
}

function SsoPage(): ReactElement {
  return <SsoSetup client={useB2bClient()} styles={modern} />
}
