import { IdentityProvider } from '@latchkey/widgets'

export default function Page() {
  return <IdentityProvider />
}
