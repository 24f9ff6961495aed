/** Types a code into the form on this page. Returns false if the page shows no field for one. */
export function fillIn(code: string): boolean {
  const field = document.querySelector<HTMLInputElement>(
    ':is(.widget, .member-panel) input[autocomplete="one-time-code"]',
  )
  if (!field) return false
  // React overrides `value` of its own inputs to track changes: use the setter of the prototype.
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  field.focus()
  set?.call(field, code)
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: code }))
  return true
}
