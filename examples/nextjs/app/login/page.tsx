import { auth, returnPath, type SearchParams } from '@latchkey/nextjs'
import { redirect } from 'next/navigation'
import { SignIn } from './sign-in'

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  // After the sign-in, this page is rendered again and redirects to the page that the user wanted. `fresh`: the user of a
  // revoked session must sign in here, although its JWT is valid for some minutes.
  if (await auth({ fresh: true })) redirect(returnPath(await searchParams, '/notes'))
  return (
    <section className="sign-in">
      <SignIn />
    </section>
  )
}
