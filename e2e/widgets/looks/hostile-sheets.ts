/**
 * Style sheets of host pages that affect all elements, including those of the widget. Each is rewritten here for the
 * elements that a widget consists of.
 */

/** A page that overrides as much as possible with `!important`. */
export const hostile = `
* {
  all: unset !important;
  box-sizing: content-box !important;
  display: inline !important;
  float: left !important;
  margin: 7px !important;
  padding: 11px !important;
  border: 3px dashed red !important;
  background: yellow !important;
  color: red !important;
  font: italic 31px/3 cursive !important;
  letter-spacing: 4px !important;
  word-spacing: 9px !important;
  text-transform: uppercase !important;
  text-align: right !important;
  text-decoration: line-through !important;
  white-space: nowrap !important;
  visibility: hidden !important;
  opacity: .3 !important;
  filter: blur(2px) !important;
  transform: rotate(2deg) !important;
  width: 90px !important;
  max-width: 90px !important;
  height: 33px !important;
  overflow: hidden !important;
  cursor: wait !important;
  outline: 4px solid lime !important;
  box-shadow: 0 0 9px red !important;
  transition: all 9s !important;
  animation: none !important;
}
*::before, *::after { content: 'hostile' !important; display: block !important; height: 40px !important }
div, form, p, h2, button, input, label, span, svg, path, a, img { background: orange !important; fill: red !important }
input::placeholder { color: red !important }
:focus { outline: 9px solid red !important; background: red !important }
[class^='latchkey'], [class*='latchkey'], [part], [data-screen] { display: none !important; color: lime !important }
`

/** The reset of Tailwind and of its forms plugin, in the older form without layers. */
export const tailwind = `
*, ::before, ::after { box-sizing: border-box; margin: 0; padding: 0; border: 0 solid #e5e7eb; --tw-ring-inset: ; --tw-shadow: 0 0 #0000 }
::before, ::after { --tw-content: '' }
html, :host { line-height: 1.5; -webkit-text-size-adjust: 100%; tab-size: 4; font-family: ui-sans-serif, system-ui, sans-serif; -webkit-tap-highlight-color: transparent }
body { margin: 0; line-height: inherit }
hr { height: 0; color: inherit; border-top-width: 1px }
h1, h2, h3, h4, h5, h6 { font-size: inherit; font-weight: inherit }
a { color: inherit; text-decoration: inherit }
b, strong { font-weight: bolder }
code, kbd, samp, pre { font-family: ui-monospace, monospace; font-size: 1em }
small { font-size: 80% }
button, input, optgroup, select, textarea {
  font-family: inherit; font-feature-settings: inherit; font-size: 100%; font-weight: inherit; line-height: inherit;
  letter-spacing: inherit; color: inherit; margin: 0; padding: 0; border-radius: 0; background-color: transparent; opacity: 1
}
button, select { text-transform: none }
button, input:where([type='button']), input:where([type='submit']), [type='button'], [type='reset'], [type='submit'] {
  -webkit-appearance: button; background-color: transparent; background-image: none
}
:-moz-focusring { outline: auto }
progress { vertical-align: baseline }
summary { display: list-item }
blockquote, dl, dd, h1, h2, h3, h4, h5, h6, hr, figure, p, pre { margin: 0 }
fieldset { margin: 0; padding: 0 }
legend { padding: 0 }
ol, ul, menu { list-style: none; margin: 0; padding: 0 }
textarea { resize: vertical }
input::placeholder, textarea::placeholder { opacity: 1; color: #9ca3af }
button, [role='button'] { cursor: pointer }
:disabled { cursor: default }
img, svg, video, canvas, audio, iframe, embed, object { display: block; vertical-align: middle }
img, video { max-width: 100%; height: auto }
[hidden]:where(:not([hidden='until-found'])) { display: none }
[type='text'], input:where(:not([type])), [type='email'], [type='password'], [type='tel'], [type='number'], [type='search'], select {
  appearance: none; background-color: #fff; border-color: #6b7280; border-width: 1px; border-radius: 0;
  padding: .5rem .75rem; font-size: 1rem; line-height: 1.5rem; --tw-shadow: 0 0 #0000
}
[type='text']:focus, input:where(:not([type])):focus, [type='email']:focus, [type='password']:focus, [type='tel']:focus, select:focus {
  outline: 2px solid transparent; outline-offset: 2px; --tw-ring-color: #2563eb; border-color: #2563eb;
  box-shadow: 0 0 0 1px var(--tw-ring-color)
}
select { background-image: linear-gradient(#6b7280, #6b7280); background-position: right .5rem center; background-size: 1.5em 1.5em; padding-right: 2.5rem }
`

/** The reboot of Bootstrap, its rules for forms and buttons, and those of an older version for focus. */
export const bootstrap = `
:root { --bs-body-color: #212529; --bs-link-color: #0d6efd; --bs-border-radius: .375rem; scroll-behavior: smooth }
*, *::before, *::after { box-sizing: border-box }
body { margin: 0; font-family: system-ui, sans-serif; font-size: 1rem; font-weight: 400; line-height: 1.5; color: var(--bs-body-color); background-color: #fff; -webkit-text-size-adjust: 100%; -webkit-tap-highlight-color: transparent }
hr { margin: 1rem 0; color: inherit; border: 0; border-top: 1px solid; opacity: .25 }
h6, h5, h4, h3, h2, h1, .h2 { margin-top: 0; margin-bottom: .5rem; font-weight: 500; line-height: 1.2; color: inherit }
h2, .h2 { font-size: calc(1.325rem + .9vw) }
@media (min-width: 1200px) { h2, .h2 { font-size: 2rem } }
p { margin-top: 0; margin-bottom: 1rem }
ol, ul { padding-left: 2rem }
ol, ul, dl { margin-top: 0; margin-bottom: 1rem }
b, strong { font-weight: bolder }
small { font-size: .875em }
a { color: var(--bs-link-color); text-decoration: underline }
a:hover { color: #0a58ca }
a:not([href]):not([class]), a:not([href]):not([class]):hover { color: inherit; text-decoration: none }
code { font-size: .875em; color: #d63384; word-wrap: break-word }
img, svg { vertical-align: middle }
label { display: inline-block; margin-bottom: .5rem }
button { border-radius: 0 }
button:focus { outline: 1px dotted; outline: 5px auto -webkit-focus-ring-color }
button:focus:not(:focus-visible) { outline: 0 }
input, button, select, optgroup, textarea { margin: 0; font-family: inherit; font-size: inherit; line-height: inherit }
button, select { text-transform: none }
[role='button'] { cursor: pointer }
select { word-wrap: normal }
select:disabled { opacity: 1 }
button, [type='button'], [type='reset'], [type='submit'] { -webkit-appearance: button }
button:not(:disabled), [type='button']:not(:disabled), [type='reset']:not(:disabled), [type='submit']:not(:disabled) { cursor: pointer }
fieldset { min-width: 0; padding: 0; margin: 0; border: 0 }
legend { float: left; width: 100%; padding: 0; margin-bottom: .5rem; font-size: calc(1.275rem + .3vw); line-height: inherit }
[type='search'] { -webkit-appearance: textfield; outline-offset: -2px }
output { display: inline-block }
iframe { border: 0 }
summary { display: list-item; cursor: pointer }
progress { vertical-align: baseline }
[hidden] { display: none !important }
form .form-label, form label { margin-bottom: .5rem }
form input:focus { color: #212529; background-color: #fff; border-color: #86b7fe; outline: 0; box-shadow: 0 0 0 .25rem rgb(13 110 253 / .25) }
form input[type='email'], form input[type='password'], form input[type='tel'] { width: 100%; padding: .375rem .75rem; font-size: 1rem; line-height: 1.5; background-clip: padding-box; border: 1px solid #dee2e6; border-radius: var(--bs-border-radius) }
form button[type='submit'] { padding: .375rem .75rem; border: 1px solid transparent; border-radius: var(--bs-border-radius); background-color: #0d6efd; color: #fff }
input::placeholder { color: #6c757d; opacity: 1 }
`
