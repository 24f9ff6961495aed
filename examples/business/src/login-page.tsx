import { useB2bClient } from '@latchkey/react/b2b'
import { B2bLogin, type B2bLoginConfig } from '@latchkey/widgets/b2b'
import { modern } from '@latchkey/widgets/themes'
import type { ReactElement } from 'react'

/** Invitations and identity providers lead to this page, where the widget redeems the token in the URL. */
export const loginUrl = `${location.origin}/login`

const config: B2bLoginConfig = {
  authFlowType: 'Discovery',
  products: ['emailOtp', 'sso'],
  ssoOptions: { loginRedirectURL: loginUrl, signupRedirectURL: loginUrl },
}

/** The person proves an email address, then chooses, joins or creates an organization. */
export function LoginPage(): ReactElement {
  const client = useB2bClient()
  return (
    <main className="login">
      <B2bLogin
        client={client}
        config={config}
        styles={modern}
        callbacks={{
          onEvent: ({ type }) => {
            if (type === 'AUTHENTICATE_FLOW_COMPLETE') location.replace('/')
          },
        }}
      />
    </main>
  )
}
