import { html, type Markup } from './html.ts'
import type { Session } from './sessions.ts'

const nothing = html``

/** The page of a signed-out user. */
export function homePage(notice?: string): string {
  return layout(
    'Notebook',
    html`<main class="welcome">
<p class="logo" aria-hidden="true">N</p>
${notice === undefined ? nothing : html`<p class="notice" role="status">${notice}</p>`}
<h1>A quiet place for your notes</h1>
<p class="lead">Notebook has no passwords. You sign in with the account you have.</p>
<a class="button" href="/sign-in">Sign in with Latchkey</a>
</main>`,
  )
}

const meanings: Readonly<Record<string, string>> = {
  openid: 'Recognizes you',
  profile: 'Sees your name and picture',
  email: 'Sees your email address',
  'notes:read': 'Reads your notes',
  'notes:write': 'Changes your notes',
  offline_access: 'Keeps its access while you are away',
}

/** The page of a signed-in user, with the granted scopes. */
export function notebookPage({ email, name, subject, scopes, startedAt }: Session): string {
  const shown = name || email || subject
  const since = new Date(startedAt)
  return layout(
    'Your notebook',
    html`<header class="bar">
<span class="brand"><span class="logo" aria-hidden="true">N</span> Notebook</span>
<form method="post" action="/log-out"><button class="quiet">Log out</button></form>
</header>
<main class="desk">
<section class="card" aria-labelledby="who">
<p class="avatar" aria-hidden="true">${shown.charAt(0).toUpperCase()}</p>
<div><h1 id="who">${shown}</h1>
<p class="soft">Signed in since <time datetime="${since.toISOString()}">${since.toLocaleTimeString('en-GB')}</time></p></div>
</section>
<section aria-labelledby="allowed">
<h2 id="allowed">What you have allowed</h2>
<ul class="scopes">${scopes.map(scopeItem)}</ul>
</section>
<section aria-labelledby="notes">
<h2 id="notes">Notes</h2>
<ul class="notes">
<li><strong>Keys</strong> The spare one is with the neighbors.</li>
<li><strong>Saturday</strong> Bread, oranges, the blue paint.</li>
</ul>
</section>
<p class="soft small">To the provider you are <code>${subject}</code>.</p>
</main>`,
  )
}

function scopeItem(scope: string): Markup {
  return html`<li>${meanings[scope] ?? ''} <code>${scope}</code></li>`
}

export function problemPage(message: string): string {
  return layout(
    'Notebook',
    html`<main class="welcome">
<p class="logo" aria-hidden="true">N</p>
<h1>You are not signed in</h1>
<p class="lead" role="alert">${message}</p>
<a class="button" href="/sign-in">Try again</a>
<a class="quiet" href="/">Back to the home page</a>
</main>`,
  )
}

function layout(title: string, body: Markup): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
${body}
</body>
</html>
`.markup
}
