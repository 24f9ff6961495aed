import { Providers } from './providers.jsx'

export const metadata = { title: 'Host application', icons: { icon: 'data:,' } }

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <main>
          <h1>Host application</h1>
          <Providers>{children}</Providers>
        </main>
      </body>
    </html>
  )
}
