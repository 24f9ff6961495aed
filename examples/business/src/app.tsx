import { useMemberSession } from '@latchkey/react/b2b'
import { type ReactElement, useEffect } from 'react'
import { Header } from './header.tsx'
import { LoginPage } from './login-page.tsx'
import { pageOf } from './pages.tsx'

/** All pages but `/login` need a session of a member. */
export function App(): ReactElement | null {
  const { session, isInitialized } = useMemberSession()
  const isLogin = location.pathname === '/login'
  const isSignedOut = isInitialized && session === null && !isLogin
  useEffect(() => {
    if (isSignedOut) location.replace('/login')
  }, [isSignedOut])

  if (isLogin) return <LoginPage />
  if (!session) return null
  return (
    <>
      <Header />
      {/* Another organization has other data: the key starts the page again. */}
      <main key={session.organization_id}>{pageOf(location.pathname)}</main>
    </>
  )
}
