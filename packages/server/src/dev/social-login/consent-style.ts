/** The style of the fake providers' pages. Colors have a contrast of at least 4.5:1 in both schemes. */
export const consentStyle = `
:root {
  color-scheme: light dark;
  --ground: #f4f5f8;
  --surface: #ffffff;
  --sunken: #eef0f6;
  --line: #dfe2ea;
  --line-strong: #878e9f;
  --ink: #14161c;
  --ink-soft: #4a4f5c;
  --accent: #2646d8;
  --accent-strong: #1b36b4;
  --on-accent: #ffffff;
  --good: #16663a;
  --good-ground: #e6f4ec;
  --warn: #7a4b00;
  --warn-ground: #fdf1dc;
  --shadow: 0 1px 2px rgb(20 22 28 / 6%), 0 12px 32px rgb(20 22 28 / 8%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1115;
    --surface: #191c23;
    --sunken: #242934;
    --line: #2c313c;
    --line-strong: #737b8c;
    --ink: #f3f4f7;
    --ink-soft: #b3bac8;
    --accent: #a3b4ff;
    --accent-strong: #c3ceff;
    --on-accent: #10142b;
    --good: #8fdcae;
    --good-ground: #14301f;
    --warn: #f2c879;
    --warn-ground: #35270d;
    --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 12px 32px rgb(0 0 0 / 35%);
  }
}
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100dvh;
  display: grid;
  place-items: center;
  padding: 1.5rem 1rem;
  background: var(--ground);
  color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
h1, h2, p, ul { margin: 0; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.card {
  width: 100%;
  max-width: 27rem;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 16px;
  box-shadow: var(--shadow);
  overflow: hidden;
}
.head { display: flex; gap: .875rem; align-items: center; padding: 1.5rem 1.5rem 0; }
.sign {
  flex: none;
  display: grid;
  place-items: center;
  width: 2.75rem;
  height: 2.75rem;
  border-radius: 12px;
  background: var(--ink);
  color: var(--surface);
  font-weight: 700;
  font-size: 1.25rem;
}
h1 { font-size: 1.25rem; line-height: 1.3; }
.to { color: var(--ink-soft); font-size: .875rem; overflow-wrap: anywhere; }
.note {
  margin: 1rem 1.5rem 0;
  padding: .625rem .75rem;
  border-radius: 10px;
  background: var(--warn-ground);
  color: var(--warn);
  font-size: .8125rem;
}
.accounts { list-style: none; padding: 1rem 1.5rem 0; display: grid; gap: .5rem; }
.account {
  width: 100%;
  display: grid;
  grid-template-columns: auto 1fr auto;
  gap: .125rem .75rem;
  align-items: center;
  padding: .75rem;
  text-align: start;
  font: inherit;
  color: inherit;
  background: transparent;
  border: 1px solid var(--line);
  border-radius: 12px;
  cursor: pointer;
}
.account:hover { border-color: var(--accent); background: var(--sunken); }
.face {
  grid-row: span 2;
  display: grid;
  place-items: center;
  width: 2.25rem;
  height: 2.25rem;
  border-radius: 50%;
  background: var(--sunken);
  font-weight: 600;
  font-size: .875rem;
}
.name { font-weight: 600; }
.email { grid-column: 2; color: var(--ink-soft); font-size: .875rem; overflow-wrap: anywhere; }
.badge {
  grid-column: 3;
  grid-row: 1;
  padding: .125rem .5rem;
  border-radius: 999px;
  font-size: .75rem;
  font-weight: 600;
  white-space: nowrap;
}
.badge[data-state="verified"] { background: var(--good-ground); color: var(--good); }
.badge[data-state="unverified"] { background: var(--warn-ground); color: var(--warn); }
.tenant { grid-column: 3; grid-row: 2; justify-self: end; color: var(--ink-soft); font-size: .75rem; font-weight: 600; }
details { margin: 1rem 1.5rem 0; border-top: 1px solid var(--line); }
summary { padding: .875rem 0; font-weight: 600; color: var(--accent); cursor: pointer; border-radius: 6px; }
.else { display: grid; gap: .75rem; padding-bottom: .25rem; }
label { display: grid; gap: .25rem; font-size: .875rem; font-weight: 600; }
label small { font-weight: 400; color: var(--ink-soft); }
input[type="text"], input[type="email"] {
  width: 100%;
  padding: .625rem .75rem;
  font: inherit;
  font-size: 1rem;
  font-weight: 400;
  color: inherit;
  background: var(--surface);
  border: 1px solid var(--line-strong);
  border-radius: 10px;
}
.check { display: flex; gap: .5rem; align-items: center; }
.check input { width: 1.125rem; height: 1.125rem; accent-color: var(--accent); }
.button {
  padding: .6875rem 1rem;
  font: inherit;
  font-weight: 600;
  border-radius: 10px;
  border: 1px solid transparent;
  background: var(--accent);
  color: var(--on-accent);
  cursor: pointer;
}
.button:hover { background: var(--accent-strong); }
.foot {
  display: flex;
  flex-wrap: wrap;
  gap: .75rem;
  align-items: center;
  justify-content: space-between;
  margin-top: 1.25rem;
  padding: 1rem 1.5rem;
  border-top: 1px solid var(--line);
  background: var(--sunken);
}
.scopes { flex: 1 1 12rem; color: var(--ink-soft); font-size: .8125rem; overflow-wrap: anywhere; }
.quiet { background: transparent; border-color: var(--line-strong); color: var(--ink); }
.quiet:hover { background: var(--surface); }
.plain { padding: 1.5rem; display: grid; gap: 1rem; }
body.prompt { padding: 0; display: block; min-height: 0; background: var(--surface); }
body.prompt .card { max-width: none; border: 0; border-radius: 0; box-shadow: none; }
body.prompt form { display: grid; grid-template-rows: auto minmax(0, 1fr) auto; height: 100dvh; }
body.prompt .head { padding: 1rem 1.25rem .75rem; }
body.prompt .accounts { padding: .25rem 1.25rem; gap: .375rem; overflow-y: auto; }
body.prompt .account { padding: .5rem .75rem; }
body.prompt .foot { margin-top: 0; padding: .75rem 1.25rem; }
body.prompt .scopes { flex-basis: 0; }
`
