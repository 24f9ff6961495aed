/** The style of the pages of the fake enterprise identity providers, in addition to that of all fakes. */
export const enterpriseStyle = `
html:has(.sticky) { scroll-padding-bottom: 7rem; }
.wide { max-width: 60rem; overflow: clip; }
.columns { display: grid; gap: 1.5rem; padding: 1.25rem 1.5rem 1.5rem; }
.column { display: grid; gap: 1.5rem; align-content: start; min-width: 0; }
fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; margin-bottom: .5rem; font-weight: 700; }
.hint { margin-bottom: .75rem; color: var(--ink-soft); font-size: .8125rem; }
.options { list-style: none; margin: 0; padding: 0; display: grid; gap: .375rem; }
.option {
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: 0 .75rem;
  align-items: center;
  padding: .5rem .75rem;
  font-size: .9375rem;
  font-weight: 400;
  border: 1px solid var(--line);
  border-radius: 12px;
  cursor: pointer;
}
.option:hover { border-color: var(--accent); }
.option:has(:checked) { border-color: var(--accent); background: var(--sunken); }
.option:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
.option input[type="radio"], .check input { flex: none; width: 1.125rem; height: 1.125rem; margin: 0; accent-color: var(--accent); }
.option input[type="radio"]:focus-visible { outline: 0; }
.option .title { font-weight: 600; }
.option .text { grid-column: 2 / -1; color: var(--ink-soft); font-size: .8125rem; overflow-wrap: anywhere; }
.option .side { grid-column: 2 / -1; color: var(--ink-soft); font-size: .75rem; overflow-wrap: anywhere; }
code { font: .75rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.fields { display: grid; gap: .75rem; margin-top: .75rem; }
.fields > * { min-width: 0; }
textarea, select {
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
textarea { resize: vertical; }
.sticky { position: sticky; bottom: 0; flex-wrap: nowrap; margin-top: 0; }
.sticky .scopes { flex-basis: 0; }
.sticky .button { flex: none; min-width: 7rem; }
.provider { padding: 1.25rem 1.5rem; border-top: 1px solid var(--line); display: grid; gap: 1rem; }
h2 { font-size: 1.0625rem; }
h3 { margin: 0; font-size: .9375rem; }
.values { margin: 0; display: grid; gap: .125rem .75rem; font-size: .875rem; }
.values dt { color: var(--ink-soft); }
.values dd { margin: 0 0 .375rem; overflow-wrap: anywhere; }
.values a { color: var(--accent); }
.inline { display: grid; gap: .5rem; align-items: end; }
.head + .note { margin-bottom: 1.25rem; }
form > .head + .note { margin-bottom: 0; }
@media (min-width: 48rem) {
  .columns { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .pair { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .values { grid-template-columns: 9rem minmax(0, 1fr); }
  .inline { grid-template-columns: minmax(0, 1fr) auto; }
}
@media (min-width: 60rem) {
  .option .side { grid-column: 3; text-align: end; }
}
`
