import type { BackendSession } from '@latchkey/backend'

/** The HTML of a page about the user. */
export function accountPage(session: BackendSession | null): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Account</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
  <h1>Notes</h1>
  <a href="/">Notes</a>
  <a href="/account" aria-current="page">Account</a>
</header>
<main>
  <section class="card">
    <h2>Your account</h2>
    <p class="muted">Rendered by the server, from the cookies of the browser.</p>
    <dl>
      <div>
        <dt>User id</dt>
        <dd>${escapeHtml(session?.userId ?? '')}</dd>
      </div>
      <div>
        <dt>Roles</dt>
        <dd>${escapeHtml(session?.roles.join(', ') ?? '')}</dd>
      </div>
    </dl>
  </section>
</main>
</body>
</html>
`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
