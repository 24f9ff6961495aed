import { useB2bClient, useMember } from '@latchkey/react/b2b'
import { OrganizationSwitcher } from '@latchkey/widgets/b2b'
import { modern } from '@latchkey/widgets/themes'
import type { ReactElement } from 'react'
import { loginUrl } from './login-page.tsx'
import { pages } from './pages.tsx'

const switcherConfig = { ssoOptions: { loginRedirectURL: loginUrl, signupRedirectURL: loginUrl } }

/** The organization of the member, its pages, and sign-out. */
export function Header(): ReactElement {
  const client = useB2bClient()
  const { member } = useMember()
  return (
    <header>
      <h1>Ledger</h1>
      <div className="account">
        <OrganizationSwitcher client={client} config={switcherConfig} styles={modern} />
        <button
          type="button"
          className="plain"
          title={member?.email_address}
          onClick={() => client.session.revoke({ forceClear: true })}
        >
          Sign out
        </button>
      </div>
      <nav aria-label="Organization">
        {pages.map(({ path, name }) => (
          <a key={path} href={path} aria-current={path === location.pathname ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
    </header>
  )
}
